"""What one would write in an evening: count crashes by class and stack, with csv and re. `crash-count.py FILE`"""

import collections
import csv
import re
import sys

csv.field_size_limit(1 << 24)
varying = re.compile(r"0x[0-9a-fA-F]+|:line \d+|[A-Z]:\\[^\s:]+")
counts = collections.Counter()
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    rows = csv.reader(file)
    header = next(rows)
    kind, stack = header.index("exception.class"), header.index("exception.stackTrace")
    for row in rows:
        counts[row[kind], varying.sub("", row[stack])] += 1
for (kind, _), count in counts.most_common(20):
    print(count, kind)
