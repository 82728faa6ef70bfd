/** E-mails: who wrote to whom and when, and the text. Attachments are named, and not read. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { withoutPages } from '../text/plain-text.ts';
import { textOfHtml } from './html.ts';

/** Parts within parts; an e-mail that was forwarded again and again has some. */
const DEPTH_MAX = 10;

export async function readEml(bytes: Buffer): Promise<Extracted> {
  const email = await PostalMime.parse(bytes, { maxNestingDepth: DEPTH_MAX }).catch((cause) => {
    throw new Unreadable('file_corrupt', { cause });
  });
  if (email.headers.length === 0) throw new Unreadable('file_not_what_it_says');
  const plain = email.text?.trim();
  const { text, struck } = plain ? { text: plain, struck: 0 } : textOfHtml(email.html ?? '');
  return withoutPages(
    [headersOf(email), text, attachmentsOf(email)].filter(Boolean).join('\n\n'),
    notesOf({ struck, attachments: email.attachments.length }),
  );
}

function headersOf(email: Email): string {
  const lines = [
    ['De', email.from ? peopleOf([email.from]) : ''],
    ['Para', peopleOf(email.to ?? [])],
    ['Cópia', peopleOf(email.cc ?? [])],
    ['Data', dayOf(email)],
    ['Assunto', email.subject ?? ''],
  ];
  return lines.flatMap(([name, words]) => (words ? [`${name}: ${words}`] : [])).join('\n');
}

const peopleOf = (people: Address[]): string =>
  people
    .flatMap((person) => person.group ?? [person])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .filter(Boolean)
    .join(', ');

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The day and time of the sender's clock, as the header says them. */
function dayOf({ headers, date = '' }: Email): string {
  const header = headers.find(({ key }) => key === 'date')?.value ?? '';
  const [, day, month = '', year, time] =
    /(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d\d?:\d\d)/i.exec(header) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (!day || !number) return date;
  return `${day.padStart(2, '0')}/${String(number).padStart(2, '0')}/${year} ${time}`;
}

function attachmentsOf({ attachments }: Email): string {
  const names = attachments.map(({ filename }) => filename).filter(Boolean);
  return names.length ? `Anexos: ${names.join(', ')}` : '';
}
