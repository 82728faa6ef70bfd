/**
 * Admission to hashing: a few tasks run at once, and those that wait are served network by network in turn, so that a
 * flood from one network delays the others by one turn and not by its length. Accounts that are tried from a network
 * they have entered from before have a lane of their own, which a flood of strangers from anywhere cannot fill.
 */
import { AppError } from '../../../app-error.ts';

export type Requester = {
  /** An account as it is tried from one network. */
  pair: string;
  /** An IPv4 address or a /64 of IPv6. */
  network: string;
  /** An IPv4 address or the /48 of IPv6 around the network: what one customer of a provider may hold. */
  site: string;
  /** The account has been entered from this network before. */
  is_known: boolean;
  /** An address of this machine: without a trusted proxy it is not a visitor's own and has no limit. */
  is_local: boolean;
};

export type QueueLimits = {
  /** Tasks that run at once. */
  slots: number;
  /** Waiting tasks in all, and how many of them may be those of strangers. */
  waiting: number;
  strangers: number;
  /** Waiting tasks of one pair, and those of strangers of one network and of one site. */
  pair: number;
  network: number;
  site: number;
};

type Task = { start: () => void; requester: Requester | null };

/** Without a requester a task is the server's own: it is never refused. */
export function openFairQueue(limits: QueueLimits) {
  const known = openLane();
  const strangers = openLane();
  let running = 0;
  let isKnownNext = true;

  function requireBelowRateLimits(requester: Requester): void {
    const { pair, network, site, is_known, is_local } = requester;
    if (known.ofPair(pair) + strangers.ofPair(pair) >= limits.pair) throw tooMany(1);
    if (known.size() + strangers.size() >= limits.waiting) throw tooMany(5);
    if (is_known) return;
    if (strangers.size() >= limits.strangers) throw tooMany(5);
    if (is_local) return;
    const { ofNetwork, ofSite } = strangers.waitingFrom(site, network);
    if (ofNetwork >= limits.network || ofSite >= limits.site) throw tooMany(5);
  }

  /** Both lanes get every second turn while both have somebody waiting. */
  function next(): Task | undefined {
    const first = isKnownNext ? known : strangers;
    isKnownNext = !isKnownNext;
    return first.shift() ?? (first === known ? strangers : known).shift();
  }

  return {
    async run<T>(work: () => Promise<T>, requester?: Requester): Promise<T> {
      if (running >= limits.slots) {
        if (requester) requireBelowRateLimits(requester);
        const lane = !requester || requester.is_known ? known : strangers;
        // A task that ends hands its slot over, so that `running` does not change.
        await new Promise<void>((start) => lane.push({ start, requester: requester ?? null }));
      } else running += 1;
      try {
        return await work();
      } finally {
        const task = next();
        if (task) task.start();
        else running -= 1;
      }
    },
  };
}

const tooMany = (retry_after: number) => new AppError('too_many_requests', { retry_after });

/** Waiting tasks by site and network. Maps keep their order: what is served goes to the end. */
function openLane() {
  const sites = new Map<string, Map<string, Task[]>>();
  const pairs = new Map<string, number>();
  let size = 0;

  function count(task: Task, by: 1 | -1): void {
    size += by;
    if (!task.requester) return;
    const { pair } = task.requester;
    const waiting = (pairs.get(pair) ?? 0) + by;
    if (waiting) pairs.set(pair, waiting);
    else pairs.delete(pair);
  }

  return {
    size: () => size,
    ofPair: (pair: string) => pairs.get(pair) ?? 0,
    waitingFrom(site: string, network: string) {
      const networks = sites.get(site);
      const ofSite = [...(networks?.values() ?? [])].reduce((sum, tasks) => sum + tasks.length, 0);
      return { ofNetwork: networks?.get(network)?.length ?? 0, ofSite };
    },
    push(task: Task): void {
      const { site, network } = task.requester ?? { site: '', network: '' };
      const networks = sites.get(site) ?? new Map<string, Task[]>();
      sites.set(site, networks.set(network, [...(networks.get(network) ?? []), task]));
      count(task, 1);
    },
    shift(): Task | undefined {
      for (const [site, networks] of sites)
        for (const [network, [task, ...rest]] of networks) {
          networks.delete(network);
          if (rest.length) networks.set(network, rest);
          sites.delete(site);
          if (networks.size) sites.set(site, networks);
          if (task) count(task, -1);
          return task;
        }
      return undefined;
    },
  };
}
