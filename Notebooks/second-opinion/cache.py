"""The strict budget around a policy, as an app sees it.

An image is charged what it cost when it was stored, and after every operation what is in the cache
fits. Written from the words of the documentation, not from the Swift; slow and plain on purpose.
"""


class Policy:
    """Keeps an order and names victims. By default it wants to know nothing and refuses nothing."""

    def __init__(self, capacity):
        self.capacity = capacity

    def hit(self, key):
        """It is in the cache and was asked for."""

    def miss(self, key):
        """It is not in the cache and was asked for."""

    def offer(self, key, cost):
        """It is offered; nothing is decided yet."""

    def admits(self, cost):
        """Whether it may enter, before room is made."""
        return True

    def victim(self):
        """Chooses what leaves and forgets it; there is something."""
        raise NotImplementedError

    def insert(self, key, cost):
        """It is in the cache from now on."""

    def remove(self, key):
        """The cache took it out."""

    def overflow(self):
        """What the policy's own queues have no room for, one at a time; None when they have."""
        return None

    def resize(self, capacity):
        self.capacity = capacity


class Cache:
    """Answers like `scrollsim-lab model-server`."""

    def __init__(self, policy, capacity):
        self.policy = policy
        self.capacity = capacity
        self.costs = {}  # in order of storing
        self.seen = []  # every key, in order of first appearance

    def get(self, key):
        self._see(key)
        if key not in self.costs:
            self.policy.miss(key)
            return {"hit": False, "evicted": []}
        self.policy.hit(key)
        return {"hit": True, "evicted": self._overflow()}

    def set(self, key, cost):
        self._see(key)
        self.policy.offer(key, cost)
        if cost > self.capacity or not self.policy.admits(cost):
            return {"stored": False, "evicted": []}
        self._take(key)
        evicted = self._make_room(cost)
        self.costs[key] = cost
        self.policy.insert(key, cost)
        return {"stored": True, "evicted": evicted + self._overflow()}

    def remove(self, key):
        self._see(key)
        return {"removed": self._take(key), "evicted": []}

    def clear(self):
        self._take_all()
        return {"evicted": []}

    def warn(self):
        """The system is short of memory: an app's own answer is to remove everything."""
        return {"evicted": self._take_all()}

    def limit(self, capacity):
        self.capacity = capacity
        self.policy.resize(capacity)
        evicted = self._make_room(0)
        return {"evicted": evicted + self._overflow()}

    def stats(self):
        keys = [key for key in self.seen if key in self.costs]
        return {"count": len(keys), "cost": sum(self.costs.values()), "keys": keys}

    def _see(self, key):
        if key not in self.seen:
            self.seen.append(key)

    def _take(self, key):
        if key not in self.costs:
            return False
        del self.costs[key]
        self.policy.remove(key)
        return True

    def _take_all(self):
        return [key for key in self.seen if self._take(key)]

    def _make_room(self, cost):
        evicted = []
        while sum(self.costs.values()) + cost > self.capacity:
            evicted.append(self.policy.victim())
            del self.costs[evicted[-1]]
        return evicted

    def _overflow(self):
        evicted = []
        while (key := self.policy.overflow()) is not None:
            evicted.append(key)
            del self.costs[key]
        return evicted
