"""The weights of the evaluation: one int64 vector for each member of a portfolio.

index             weight of
HOME              each card that is not home
BREAK             each card in a column that does not continue the sequence under it
SEQUENCE          each card that continues an ordered sequence from the base of its column (a bonus)
KING              each king at the base of a column (a bonus)
NEED_1, NEED_2    each card above the next, and above the next but one, card that a foundation waits for
DEPTH             each move made so far
HOMEWARD          a move that lets cards go home by themselves (a bonus, until these are worked out on the board)
SPLIT             a move onto a column that takes a sequence apart and lets no card go home (a cost)
ROOM + 9 e + c    e free cells and c empty columns, 0..8 of each: one cell more than any game has, for what a
                  move would free
"""

HOME, BREAK, SEQUENCE, KING, NEED_1, NEED_2, DEPTH, HOMEWARD, SPLIT = range(9)
ROOM = 9
SIZE = ROOM + 81
