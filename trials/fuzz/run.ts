/** Generated calls, a few at a time, against a running server, and the invariants that must hold afterwards. */
import type { Endpoint } from '../../contract/src/endpoint.ts';
import { verifyChain } from '../../server/src/features/audit/chain.ts';
import { brokenDocuments } from '../../server/src/features/knowledge/invariants.ts';
import { brokenInvariants } from '../../server/test/invariants.ts';
import { type Chance, seeded } from '../support/seeded-random.ts';
import { type Furniture, type FuzzContext, openFurniture } from './callers-and-objects.ts';
import { contractCalls, nameOf } from './contract-calls.ts';
import { type Invented, invent } from './generate-calls.ts';
import { judge } from './judge-reply.ts';
import { harvest, type Kept, knownOf, pricesOf } from './known-values.ts';
import { NO_REQUESTS } from './malformed-requests.ts';
import { send, sendRaw } from './send-request.ts';

export type FuzzFigures = {
  calls: number;
  /** Calls of the contract that were tried, of how many. */
  endpoints: string;
  /** Those that never did what they are for; some cannot here, most must be among the others. */
  never_done: string[];
  statuses: Record<string, number>;
  codes: number;
  /** Clients that sent half of a body and disconnected. */
  left: number;
  no_requests: number;
  /** The faults found; the trial expects none. */
  broken: string[];
};

type Options = { calls: number; seed: number; at_once?: number };

export async function fuzz(
  context: FuzzContext,
  url: string,
  { calls, seed, at_once = 4 }: Options,
): Promise<FuzzFigures> {
  const chance = seeded(seed);
  const endpoints = await contractCalls();
  const furniture = await openFurniture(context, url, chance);
  const kept: Kept = { prices: await pricesOf(url, await furniture.actor('user')), tokens: [] };
  const known = knownOf(furniture, chance, url, kept);
  const statuses: Record<string, number> = {};
  const codes = new Set<string>();
  const tried = new Set<string>();
  const succeeded = new Set<string>();
  const broken: string[] = [];
  let left = 0;
  let noRequests = 0;

  const one = async (invented: Invented) => {
    const came = await send(url, invented).catch((error: Error) => error.message);
    tried.add(nameOf(invented.endpoint));
    if (came === 'left') {
      left += 1;
      return;
    }
    if (typeof came === 'string') {
      broken.push(`${readProc(invented)} → ${came}`);
      return;
    }
    const { oddity, code } = judge(invented.endpoint, came);
    statuses[came.status] = (statuses[came.status] ?? 0) + 1;
    if (code) codes.add(code);
    if (came.status < 400) {
      succeeded.add(nameOf(invented.endpoint));
      harvest(invented, came, furniture, kept.tokens);
    }
    if (oddity) broken.push(`${readProc(invented)} → ${oddity}`);
  };

  for (let done = 0; done < calls; ) {
    const batch: Promise<void>[] = [];
    for (; batch.length < at_once && done < calls; done += 1) {
      if (chance.percent(1)) {
        noRequests += 1;
        batch.push(noRequest(url, chance, broken));
        continue;
      }
      const endpoint = done < endpoints.length ? endpoints[done] : chance.pick(endpoints);
      batch.push(one(await invent(endpoint as Endpoint, furniture, known, chance)));
    }
    await Promise.all(batch);
  }
  broken.push(...(await brokenAfterwards(context, url, furniture)));
  return {
    calls,
    endpoints: `${tried.size} of ${endpoints.length}`,
    never_done: endpoints.map(nameOf).filter((name) => !succeeded.has(name)),
    statuses,
    codes: codes.size,
    left,
    no_requests: noRequests,
    broken,
  };
}

/** Bytes that are no request get a refusal or a closed connection, and reach no handler. */
async function noRequest(url: string, chance: Chance, broken: string[]): Promise<void> {
  const bytes = chance.pick(NO_REQUESTS);
  const text = await sendRaw(url, bytes);
  if (/HTTP\/1\.1 5\d\d/.test(text) || /\n\s+at |node_modules/.test(text))
    broken.push(`${JSON.stringify(String(bytes).slice(0, 100))} → ${text.slice(0, 300)}`);
}

/** Answers that are still being written, and documents that are still being read, are waited for. */
async function brokenAfterwards({ db }: FuzzContext, url: string, { isMade }: Furniture): Promise<string[]> {
  const { status } = await fetch(`${url}/api/v1/health`);
  const alive = status === 200 ? [] : [`health answers ${status}`];
  let found: { what: string; subject: string }[] = [];
  for (let tries = 0; tries < 60; tries += 1) {
    const [answers, read] = [await brokenInvariants(db), await brokenDocuments(db)];
    found = [
      ...answers.filter(({ subject }) => !isMade('message', subject)),
      ...read.filter(({ subject }) => !isMade('document', subject)),
    ];
    if (!found.length) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const chain = await verifyChain(db);
  return [
    ...alive,
    ...found.map(({ what, subject }) => `${what}: ${subject}`),
    ...(chain.intact ? [] : [`the audit is broken at ${chain.broken_at}`]),
  ];
}

const readProc = ({ actor, method, path, headers, body, cut }: Invented) => {
  const { authorization: _, ...others } = headers;
  const said = body ? body.toString('utf8').slice(0, 400) : '';
  return `${actor.name}: ${method} ${path.slice(0, 400)} ${JSON.stringify(others).slice(0, 300)} ${said}${cut === undefined ? '' : ` cut at ${cut}`}`;
};
