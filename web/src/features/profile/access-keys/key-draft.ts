/** The form of an access key as it is typed, and the request that it becomes. */
import type { AccessKey } from '#contract/keys.ts';
import { ACCESS_KEY_CAP_MAX } from '#contract/limits.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { withoutThousands } from '../../../lib/text/figures.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

export type Expiry = 'keep' | 'never' | '30' | '90' | '365';

export type KeyDraft = {
  name: string;
  scope: 'all' | 'some';
  agent_ids: number[];
  expiry: Expiry;
  cap: string;
};

export const emptyDraft: KeyDraft = { name: '', scope: 'all', agent_ids: [], expiry: '90', cap: '' };

export function draftOf(key: AccessKey): KeyDraft {
  return {
    name: key.name,
    scope: key.agent_ids ? 'some' : 'all',
    agent_ids: key.agent_ids ?? [],
    expiry: key.expires_at ? 'keep' : 'never',
    cap: key.token_cap === null ? '' : formatNumber(key.token_cap),
  };
}

/** `expires_at`: when it ends as it is, where it ends at all. */
export function expiriesFor(expires_at: string | null): { value: Expiry; label: string }[] {
  const { keep, days, year } = texts.expiries;
  return [
    ...(expires_at ? [{ value: 'keep' as const, label: keep(formatDate(expires_at)) }] : []),
    { value: '30', label: days(30) },
    { value: '90', label: days(90) },
    { value: '365', label: year },
    { value: 'never', label: all.forever },
  ];
}

/** Undefined where what was typed is no number of tokens; null where there is no limit. */
export function capOf(typed: string): number | null | undefined {
  const digits = withoutThousands(typed);
  if (digits === '') return null;
  const cap = Number(digits);
  return /^\d+$/.test(digits) && cap >= 1 && cap <= ACCESS_KEY_CAP_MAX ? cap : undefined;
}

const DAY_MS = 86_400_000;

/** Undefined: as it is. */
export function endOf(expiry: Expiry, now: Date): string | null | undefined {
  if (expiry === 'keep') return undefined;
  if (expiry === 'never') return null;
  return new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();
}

export const isComplete = (draft: KeyDraft): boolean => settingsOf(draft, new Date(0)) !== null;

/** The settings that the form asks for; null while something is missing or wrong. */
export function settingsOf(draft: KeyDraft, now: Date) {
  const name = draft.name.trim();
  const token_cap = capOf(draft.cap);
  const agent_ids = draft.scope === 'all' ? null : draft.agent_ids;
  if (!name || token_cap === undefined || agent_ids?.length === 0) return null;
  const expires_at = endOf(draft.expiry, now);
  return { name, agent_ids, token_cap, ...(expires_at === undefined ? {} : { expires_at }) };
}

/**
 * The changes that the form sends for an existing key. Its agents only where others were chosen: they may have changed
 * meanwhile, and those that are gone are no reason to refuse another name.
 */
export function changeOf(draft: KeyDraft, known: AccessKey, now: Date) {
  const settings = settingsOf(draft, now);
  if (!settings) return null;
  const { agent_ids, ...others } = settings;
  return isSame(agent_ids, known.agent_ids) ? others : settings;
}

/** Compares without regard to order. */
function isSame(one: number[] | null, other: number[] | null): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}
