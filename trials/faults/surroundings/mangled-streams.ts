/** Streams of a provider as no provider should send them, each with what its reader must get all the same. */
import { dialects, type Usage } from '../../../server/test/providers/dialects.ts';
import { type Chance, piecesWith } from '../../support/seeded-random.ts';

export type DialectName = keyof typeof dialects;

export type Mangled = {
  dialect: DialectName;
  /** As they arrive. */
  chunks: Uint8Array[];
  /** How the connection ends after them. */
  ends: 'properly' | 'reset';
  /** The mutation, for debugging. */
  story: string;
  /** `exact`: this text and no other; `prefix`: a beginning of it; `any`: whatever, but whole characters. */
  expected: { form: 'exact' | 'prefix' | 'any'; text: string; usage?: Usage; ending?: 'end' | 'failed' };
};

type Event = { raw: string; text: string };

const JUNK = [
  ': comentário',
  ': ping',
  'data: {"quebrado',
  'lixo sem campo',
  'data: [1,2]',
  'data: null',
  'data: 42\nid: 9',
  'data: "texto"',
  'event: ?',
  'retry: x\nid: 7\nsem-valor',
  '<html>Bad gateway</html>',
  'data:',
  'dados: {"x": 1}',
  '\u0000\u0001',
];

export function mangledStream(chance: Chance): Mangled {
  const dialect = chance.pick(Object.keys(dialects) as DialectName[]);
  const usage = chance.pick([{ input: 123, output: 45 }, { input: 0, output: 0 }, null]);
  const pieces = piecesWith(chance, 1 + chance.below(30));
  const readProc = dialects[dialect].conversation(pieces, usage);
  const events = eventsOf(readProc, pieces);
  const harm = chance.pick(['none', 'none', 'none', 'early', 'reset', 'error', 'bytes'] as const);
  const story = [dialect, JSON.stringify(usage), harm];
  if (chance.percent(25)) story.push(repeatWords(events));
  if (chance.percent(25)) story.push(repeatUsage(events));
  if (chance.percent(25)) story.push(delayUsage(events));
  if (harm === 'error')
    events.splice(chance.below(events.length), events.length, { raw: readProc.error, text: '' });

  const wire = events.map(({ raw, text }) => ({ raw: dressed(raw, chance), text }));
  const all = Buffer.from(wire.map(({ raw }) => raw).join(''));
  const text = wire.map((event) => event.text).join('');
  const arrives = (bytes: Buffer, ends: Mangled['ends'], expected: Mangled['expected']): Mangled => ({
    dialect,
    chunks: cut(bytes, chance),
    ends,
    expected,
    story: story.filter(Boolean).join(', '),
  });
  const kept = all.subarray(0, chance.below(all.length));
  if (harm === 'bytes') return arrives(damaged(all, chance), 'properly', { form: 'any', text: '' });
  if (harm === 'reset') return arrives(kept, 'reset', { form: 'prefix', text });
  if (harm === 'early') return arrives(kept, 'properly', whatArrived(wire, kept.length));
  if (harm === 'error') return arrives(all, 'properly', { form: 'exact', text, ending: 'failed' });
  return arrives(all, 'properly', { form: 'exact', text, usage, ending: 'end' });
}

/** A provider that repeats an event has said it twice: nothing in these formats tells otherwise. */
function repeatWords(events: Event[]): string {
  const at = events.findIndex(({ text }) => text !== '');
  const twin = events[at];
  if (twin) events.splice(at, 0, { ...twin });
  return 'words repeated';
}

const lastUsage = (events: Event[]) => events.findLastIndex(({ raw }) => /"usage(Metadata)?":\{/.test(raw));

function repeatUsage(events: Event[]): string {
  const twin = events[lastUsage(events)];
  if (!twin) return '';
  events.splice(lastUsage(events), 0, { ...twin });
  return 'usage repeated';
}

/** After the end marker, where some servers send it. */
function delayUsage(events: Event[]): string {
  const at = lastUsage(events);
  const found = events[at];
  if (!found || isEnd(found.raw)) return '';
  events.splice(at, 1);
  events.push(found);
  return 'usage late';
}

const isEnd = (raw: string) =>
  /"finish_reason":"|"finishReason"|"response\.completed"|"message_(stop|delta)"/.test(raw);

/** An event has arrived with the last bracket of its JSON, also without the blank line that should follow. */
function whatArrived(wire: Event[], length: number): Mangled['expected'] {
  let text = '';
  let end = 0;
  let isOver = false;
  for (const event of wire) {
    const before = end;
    end += Buffer.byteLength(event.raw);
    if (before + Buffer.byteLength(event.raw.slice(0, event.raw.lastIndexOf('}') + 1)) > length) break;
    text += event.text;
    isOver ||= isFinish(event.raw);
  }
  return { form: 'exact', text, ending: isOver ? 'end' : 'failed' };
}

const isFinish = (raw: string) =>
  /"finish_reason": ?"|"finishReason"|"type": ?"response\.completed"|"type": ?"message_stop"/.test(raw);

/** The stream event by event, each with what it says. */
function eventsOf(
  { head, pieces, tail }: { head: string; pieces: string[]; tail: string },
  said: string[],
): Event[] {
  const split = (text: string) => text.split(/(?<=\n\n)/).filter(Boolean);
  const silent = (text: string): Event[] => split(text).map((raw) => ({ raw, text: '' }));
  return [
    ...silent(head),
    ...pieces.flatMap((piece, index) => {
      const events = silent(piece);
      const last = events.at(-1);
      if (last) last.text = said[index] ?? '';
      return events;
    }),
    ...silent(tail),
  ];
}

/** The same event in another dress, with junk before it. */
function dressed(raw: string, chance: Chance): string {
  let event = raw;
  if (chance.percent(5)) event = event.replace(/^data: /m, 'data:');
  if (chance.percent(8)) event = overLines(event);
  // Junk and an event without the blank line between them.
  else if (chance.percent(4)) event = event.replace(/^data:/m, 'data: {"quebrado\ndata:');
  while (chance.percent(12)) event = `${chance.pick(JUNK)}\n\n${event}`;
  if (chance.percent(10)) event = `${event}\n\n`;
  const end = chance.pick(['\n', '\n', '\n', '\r\n', '\r']);
  return end === '\n' ? event : event.replaceAll('\n', end);
}

/** JSON may be broken where white space may stand; each part is a `data:` of its own. */
const overLines = (event: string): string =>
  event.replace(/^data: (\{.*\})$/m, (_, json: string) =>
    JSON.stringify(JSON.parse(json), null, 1)
      .split('\n')
      .map((line) => `data: ${line}`)
      .join('\n'),
  );

/** At random places, at every byte, or inside every character that has several. */
function cut(bytes: Buffer, chance: Chance): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const way = chance.pick(['whole', 'bytes', 'characters', 'random', 'random'] as const);
  const insideCharacter = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let from = 0;
  const most = 1 + chance.below(200);
  for (let at = 1; at <= bytes.length; at += 1) {
    const ends =
      at === bytes.length ||
      (way === 'bytes' && bytes.length < 4_000) ||
      (way === 'characters' && insideCharacter(at)) ||
      (way === 'random' && at - from >= most && chance.percent(30));
    if (!ends) continue;
    chunks.push(bytes.subarray(from, at));
    from = at;
  }
  return chunks;
}

/** Bytes turned over, lost and invented. */
function damaged(bytes: Buffer, chance: Chance): Buffer {
  const parts = [...bytes];
  for (let wounds = 1 + chance.below(12); wounds > 0; wounds -= 1) {
    const at = chance.below(parts.length);
    const way = chance.below(3);
    if (way === 0) parts[at] = chance.below(256);
    else if (way === 1) parts.splice(at, 1 + chance.below(4));
    else parts.splice(at, 0, chance.below(256), chance.below(256));
  }
  return Buffer.from(parts);
}
