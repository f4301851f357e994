"""Queues as dictionaries from keys to costs, the oldest first."""


def weight(queue):
    return sum(queue.values())


def oldest(queue):
    return next(iter(queue))


def trim(queue, limit):
    """Drops the oldest until what is left weighs no more than the limit."""
    while weight(queue) > limit:
        del queue[oldest(queue)]


def remember(ghosts, key, cost, limit):
    """Adds a name to a queue of names, unless it is larger than all of them may be."""
    if cost <= limit:
        trim(ghosts, limit - cost)
        ghosts[key] = cost
