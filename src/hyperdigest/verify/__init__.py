"""Look up the quotations of a draft in documents: found, changed, or nowhere."""

from hyperdigest.verify.checking import verify
from hyperdigest.verify.drafts import read_draft
from hyperdigest.verify.pile import Pile
from hyperdigest.verify.result import Claim, Difference, Quotation, Verification

__all__ = ["Claim", "Difference", "Pile", "Quotation", "Verification", "read_draft", "verify"]
