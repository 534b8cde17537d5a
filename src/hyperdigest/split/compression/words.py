"""What the rules know of English words: closed classes."""

from __future__ import annotations


def set_of(words: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(words.split())


AUXILIARIES = set_of(
    "is are was were am has have had do does did can could may might will would shall should must"
    " cannot ought isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't"
    " couldn't won't wouldn't shouldn't mustn't"
)
PRONOUNS = set_of("i you he she it we they there this these that those")
DETERMINERS = set_of(
    "a an the this that these those my your his her its our their some any each every no all both"
    " another such"
)
PREPOSITIONS = set_of(
    "about above across after against along among around as at before behind below beneath beside"
    " besides between beyond by despite down during except for from in inside into like near of off"
    " on onto out outside over past per regarding since through throughout to toward towards under"
    " underneath unlike until up upon via with within without according due because instead"
)
SUBORDINATORS = set_of(
    "if when whenever because although though while whereas unless until whether where wherever"
    " once since as after before lest whatever whoever whichever what how why so that"
)
RELATIVES = set_of("that which who whom whose")
CONJUNCTIONS = set_of("and or but nor so yet")
CLOSED = (
    AUXILIARIES | PRONOUNS | DETERMINERS | PREPOSITIONS | SUBORDINATORS | RELATIVES | CONJUNCTIONS
) | set_of("half just even quite rather only ago else always perhaps times years days yes")
"""Words that are no verbs, though an article may follow them, and auxiliaries."""

NEGATIONS = set_of(
    "not no never none nothing nobody nowhere neither nor cannot without hardly scarcely barely"
    " rarely seldom lack lacks lacking lacked fail fails failed failing unable unlikely"
)
CONDITIONS = set_of(
    "if unless except excepting excluding only until till provided providing whether otherwise"
    " assuming depending than instead but although though whereas unlike solely merely alone"
    " exclusively aside apart must should shall need needs needed required depends depend default"
    " certainly"
    " deny denies denied dispute disputes disputed contest contests contested reject rejects"
    " rejected refute refutes refuted doubt doubts doubted wrong wrongly false falsely"
)
"""Words that restrict what a sentence says, or turn it: no part that holds one is left out."""

SAYING = set_of(
    "said says say told tells reported reports added adds announced noted notes claimed claims"
    " testified believed believes thought explained argued wrote writes warned suggested stated"
    " predicted indicated showed shows according asked answered replied shouted whispered cried"
    " murmured muttered remarked commented observed insisted agreed admitted declared informed"
)
"""Words that say whose claim a sentence is."""

NUMBERS = set_of(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred"
    " thousand million billion half twice once thrice percent daily weekly monthly yearly hourly"
)

_HEDGING = set_of(
    "usually often mostly sometimes generally typically possibly maybe perhaps approximately"
    " roughly reportedly allegedly supposedly apparently probably likely presumably mainly about"
    " primarily largely partly almost nearly potentially theoretically when while after before"
    " during once where aged at least most over under between within more less fewer some many few"
)

HEDGES = _HEDGING | SAYING | NUMBERS
"""Words by which a short aside, as in parentheses, restricts what stands before it."""
