"""ROUGE by counting, unit by unit, and its intervals draw by draw."""

import re
from collections import Counter

from hyperdigest.evaluation.stemming import normal_form


def words_of_line(line):
    fields = re.split(rb"[ \t\n\r\f\v]+", line)
    while fields and not fields[-1]:
        fields.pop()
    return fields


def tokens(text, limit):
    read, words = [], 0
    for line in text.encode("utf-8", "surrogatepass").split(b"\n"):
        if not line:
            continue
        here = words_of_line(line)
        if limit is not None and words + len(here) >= limit:
            read.append(b" ".join(here[: limit - words]))
            break
        read.append(line)
        words += len(here)
    found = re.findall(rb"[A-Za-z0-9]+", b" ".join(read))
    return [normal_form(token.lower().decode()) for token in found]


def units(metric, words):
    if metric == "rouge-1":
        return Counter(words)
    if metric == "rouge-2":
        return Counter((words[i], words[i + 1]) for i in range(len(words) - 1))
    found = Counter()
    for i in range(len(words) - 1):
        found[words[i]] += 1
        for j in range(i + 1, min(i + 6, len(words))):
            found[words[i], words[j]] += 1
    return found


def printed(number):
    return float("%.5f" % number)  # noqa: UP031 (as C does)


def pooled(metric, candidate, references):
    mine = units(metric, candidate)
    hits = recalled = precise = 0
    for reference in references:
        theirs = units(metric, reference)
        hits += sum(min(count, theirs[unit]) for unit, count in mine.items())
        recalled += sum(theirs.values())
        precise += sum(mine.values())
    recall = printed(hits / recalled) if recalled else 0.0
    precision = printed(hits / precise) if precise else 0.0
    if recall == precision == 0:
        return 0.0, 0.0, 0.0
    return recall, precision, printed(recall * precision / (0.5 * precision + 0.5 * recall))


def score(metric, candidate, references, limit=None, jackknife=False):
    """(recall, precision, F)."""
    candidate = tokens(candidate, limit)
    references = [tokens(reference, limit) for reference in references]
    if not jackknife or len(references) == 1:
        return pooled(metric, candidate, references)
    parts = [
        pooled(metric, candidate, references[:k] + references[k + 1 :])
        for k in range(len(references))
    ]
    return tuple(sum(part[n] for part in parts) / len(parts) for n in range(3))


def interval(scores, resamples):
    """(average, low, high) where the percentiles of 95% fall on means."""
    means = []
    for seed in range(resamples):
        state, total = (seed << 16) + 0x330E, 0.0
        for _ in scores:
            state = (state * 0x5DEECE66D + 0xB) % 2**48
            total += scores[int(state / 2**48 * len(scores))]
        means.append(total / len(scores))
    means.sort()
    average = 0.0
    for mean in means:
        average += mean
    outside = resamples * 5 // 200
    return average / resamples, means[outside], means[resamples - outside - 1]
