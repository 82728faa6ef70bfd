/** The form of a counter as data: its fields, their problems, and how they are sent. */
import {
  CONTRAST_MIN,
  COUNTER_SLUG,
  type Counter,
  type CounterMode,
  contrastOf,
  type GivenCounter,
} from '#contract/counters.ts';
import {
  COUNTER_CONTACT_MAX,
  COUNTER_DEADLINE_DAYS_MAX,
  COUNTER_KEEP_HOURS_MAX,
  COUNTER_NAME_MAX,
  COUNTER_ORIGINS_MAX,
  COUNTER_REQUEST_YEARS_MAX,
  COUNTER_SLUG_MAX,
  COUNTER_TEXT_MAX,
  COUNTER_TOKENS_MAX,
} from '#contract/limits.ts';
import { plain } from '../../../lib/text/matching.ts';
import { texts } from './texts.ts';

const { agentMissing, problems } = texts.form;

/** Numbers and lists stand as they are typed. */
export type CounterDraft = {
  name: string;
  slug: string;
  agent: string;
  mode: CounterMode;
  tokens: string;
  greeting: string;
  notice: string;
  contact: string;
  background: string;
  ink: string;
  /** In base64; null removes the stored one, undefined leaves it. */
  logo: string | null | undefined;
  origins: string;
  isAlwaysOpen: boolean;
  days: number[];
  from: string;
  until: string;
  keep: string;
  deadline: string;
  years: string;
  notified: Counter['notified'];
};

export const newCounter: CounterDraft = {
  name: '',
  slug: '',
  agent: '',
  mode: 'literal',
  tokens: '200000',
  greeting: 'Olá! O que você quer saber?',
  notice: '',
  contact: '',
  background: '#0e5c4c',
  ink: '#ffffff',
  logo: undefined,
  origins: '',
  isAlwaysOpen: true,
  days: [1, 2, 3, 4, 5],
  from: '08:00',
  until: '18:00',
  keep: '24',
  deadline: '20',
  years: '2',
  notified: [],
};

export function draftOf(counter: Counter): CounterDraft {
  const { texts: written, colours, open_hours } = counter;
  const { days, from, until } = open_hours ?? newCounter;
  return {
    name: counter.name,
    slug: counter.slug,
    agent: String(counter.agent_id),
    mode: counter.mode,
    tokens: counter.tokens_per_day > 0 ? String(counter.tokens_per_day) : newCounter.tokens,
    ...written,
    background: colours.background,
    ink: colours.text,
    logo: undefined,
    origins: counter.origins.join('\n'),
    isAlwaysOpen: open_hours === null,
    days,
    from,
    until,
    keep: String(counter.keep_hours),
    deadline: String(counter.deadline_days),
    years: String(counter.request_years),
    notified: counter.notified,
  };
}

/** «Prefeitura de Cedro» → `prefeitura-de-cedro` */
export const slugOf = (name: string): string =>
  plain(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, COUNTER_SLUG_MAX)
    .replace(/^-+|-+$/g, '');

const originsOf = ({ origins }: CounterDraft): string[] => origins.split(/[\s,;]+/).filter(Boolean);

export function bodyOf(draft: CounterDraft): GivenCounter {
  const { name, slug, agent, mode, greeting, notice, contact, background, ink, logo } = draft;
  const { days, from, until } = draft;
  return {
    name: name.trim(),
    slug: slug.trim(),
    agent_id: Number(agent),
    mode,
    texts: { greeting: greeting.trim(), notice: notice.trim(), contact: contact.trim() },
    colours: { background: background.trim().toLowerCase(), text: ink.trim().toLowerCase() },
    ...(logo === undefined ? {} : { logo }),
    origins: originsOf(draft),
    tokens_per_day: mode === 'model' ? Number(draft.tokens) : 0,
    open_hours: draft.isAlwaysOpen ? null : { days: days.toSorted((a, b) => a - b), from, until },
    keep_hours: Number(draft.keep),
    deadline_days: Number(draft.deadline),
    request_years: Number(draft.years),
    notify_user_ids: draft.notified.map(({ id }) => id),
  };
}

/** The fields as the server names them in its refusals. */
const FIELDS = [
  'name',
  'slug',
  'agent_id',
  'tokens_per_day',
  'texts.greeting',
  'texts.notice',
  'texts.contact',
  'colours.background',
  'colours.text',
  'logo',
  'origins',
  'open_hours.days',
  'open_hours.until',
  'keep_hours',
  'deadline_days',
  'request_years',
  'notify_user_ids',
] as const;
export type CounterField = (typeof FIELDS)[number];
export type CounterProblems = Partial<Record<CounterField, string>>;
export const counterFields: readonly CounterField[] = FIELDS;

/** A whole number between both. */
const isWithin = (typed: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;

/** The first of the sentences whose condition holds. */
const firstOf = (...told: [wrong: boolean, sentence: string][]): string | undefined =>
  told.find(([wrong]) => wrong)?.[1];

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

/** Undefined while one of them is no colour. */
export const contrastIn = ({ background, ink }: CounterDraft): number | undefined =>
  isColour(background) && isColour(ink) ? contrastOf(background.trim(), ink.trim()) : undefined;

/** The problems that can be named without the server, field by field. */
export function problemsOf(draft: CounterDraft): CounterProblems {
  const { name, slug, agent, mode, greeting, notice, contact, background, ink } = draft;
  const contrast = contrastIn(draft);
  const found: { [Field in CounterField]?: string | undefined } = {
    name: firstOf([!name.trim(), problems.name], [name.length > COUNTER_NAME_MAX, problems.nameLength]),
    slug: firstOf([!COUNTER_SLUG.test(slug.trim()), problems.slug]),
    agent_id: firstOf([!agent, agentMissing]),
    tokens_per_day: firstOf([
      mode === 'model' && !isWithin(draft.tokens, 1, COUNTER_TOKENS_MAX),
      problems.tokens,
    ]),
    'texts.greeting': firstOf(
      [!greeting.trim(), problems.greeting],
      [greeting.length > COUNTER_TEXT_MAX, problems.textLength],
    ),
    'texts.notice': firstOf([notice.length > COUNTER_TEXT_MAX, problems.textLength]),
    'texts.contact': firstOf(
      [!contact.trim(), problems.contact],
      [contact.length > COUNTER_CONTACT_MAX, problems.contactLength],
    ),
    'colours.background': firstOf([!isColour(background), problems.colour]),
    'colours.text': firstOf(
      [!isColour(ink), problems.colour],
      [contrast !== undefined && contrast < CONTRAST_MIN, problems.contrast],
    ),
    origins: firstOf([originsOf(draft).length > COUNTER_ORIGINS_MAX, problems.origins]),
    ...hoursProblems(draft),
    keep_hours: firstOf([!isWithin(draft.keep, 1, COUNTER_KEEP_HOURS_MAX), problems.keep]),
    deadline_days: firstOf([!isWithin(draft.deadline, 1, COUNTER_DEADLINE_DAYS_MAX), problems.deadline]),
    request_years: firstOf([!isWithin(draft.years, 1, COUNTER_REQUEST_YEARS_MAX), problems.years]),
  };
  const wrong = Object.entries(found).filter(([, sentence]) => sentence !== undefined);
  return Object.fromEntries(wrong) as CounterProblems;
}

function hoursProblems({ isAlwaysOpen, days, from, until }: CounterDraft) {
  if (isAlwaysOpen) return {};
  return {
    'open_hours.days': firstOf([days.length === 0, problems.days]),
    'open_hours.until': firstOf([!from || !until || from >= until, problems.hours]),
  };
}
