/** Everything that is kept of a person, for them to take along. */
import type { Download } from '#contract/endpoint.ts';
import type { AppContext } from '../../../app-context.ts';
import { consumeRateLimit } from '../../../request-guards/rate-limit.ts';
import { jsonFile } from './export-json.ts';
import { extensionOf, indexPage, pathOfReceipt, pathOfSession, sessionPage } from './export-pages.ts';
import { type PersonalData, personalDataOf } from './personal-data-reader.ts';
import { type ZippedFile, zipped } from './zip.ts';

/** Reading everything is work: nobody needs it more often. */
const PER_HOUR = 10;

export async function exportOf(
  { db, objects, clock }: Pick<AppContext, 'db' | 'objects' | 'clock'>,
  user_id: number,
): Promise<Download> {
  const now = clock.now();
  await consumeRateLimit(db, { key: `export:${user_id}`, max: PER_HOUR, seconds: 3_600 }, now);
  return {
    filename: `prosa-meus-dados-${now.toISOString().slice(0, 10)}.zip`,
    content: zipped(filesOf(personalDataOf({ db, objects }, user_id), now), now),
  };
}

async function* filesOf(kept: PersonalData, now: Date): AsyncGenerator<ZippedFile> {
  yield { name: 'index.html', content: indexPage(kept, now) };
  yield { name: 'dados.json', content: jsonFile(kept, now) };
  for await (const session of kept.sessions())
    if (!session.erased_at) {
      yield { name: pathOfSession(session), content: sessionPage(session, kept.messages(session.id)) };
      yield* filesOfSession(kept, session.id);
    }
  yield* receiptFiles(kept);
  for (const { id, screenshot_type } of await kept.feedback())
    if (screenshot_type)
      yield {
        name: `feedback/${id}${extensionOf(screenshot_type)}`,
        content: whole(kept.screenshot(id)),
        packed: true,
      };
}

/** Each is a file that proves itself. */
async function* receiptFiles(kept: PersonalData): AsyncGenerator<ZippedFile> {
  for (const { code, canonical, signature, key_id } of await kept.receipts())
    if (canonical !== null) {
      const file = Buffer.from(JSON.stringify({ canonical, signature, key_id }));
      yield { name: pathOfReceipt(code), content: whole(Promise.resolve(file)) };
    }
}

/** Numbered, so that two files of one name both have a place. */
async function* filesOfSession(kept: PersonalData, session_id: string): AsyncGenerator<ZippedFile> {
  for (const [place, file] of (await kept.session_files(session_id)).entries())
    yield {
      name: `conversas/${session_id}/arquivos/${place + 1}-${plainName(file.original_filename)}`,
      content: kept.session_file(file),
    };
}

/** A name that no unpacking program takes for a path. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{N} ._()-]+/gu, '_');

async function* whole(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}
