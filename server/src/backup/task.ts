/** `npm run migrate -- backup FILE` and `npm run migrate -- restore FILE [--replace]`, as an operator types them. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openLog } from '../adapters/log.ts';
import { openQueue } from '../adapters/queue.ts';
import { openDatabaseAlone } from '../create-context.ts';
import { type DatabaseAddress, openDatabase } from '../db/client.ts';
import { type Env, StartRefused } from '../env.ts';
import { backup } from './backup.ts';
import { queuePromised } from './promised-jobs.ts';
import { restore } from './restore.ts';

const USAGE =
  'Uso: npm run migrate\n     npm run migrate -- backup ARQUIVO\n     npm run migrate -- restore ARQUIVO [--replace]';

/** What to say when it is done. */
export async function keepOrRestore(args: string[], env: Env): Promise<string> {
  const { task, file, replace } = understood(args);
  const { address, close } = await openDatabaseAlone(env, { alone: task === 'restore' });
  try {
    if (task === 'backup') {
      const { tables, rows } = await backup(address, file);
      return `Cópia de segurança completa em ${file}: ${tables} tabelas, ${number(rows)} linhas. Ela contém dados pessoais; guarde-a em lugar protegido.`;
    }
    const { tables, rows, audit_entries, charged } = await restore(address, file, { replace });
    await queueAgain(address);
    return `Restaurado de ${file}: ${tables} tabelas, ${number(rows)} linhas; livro de tokens ${number(Number(charged))}; auditoria íntegra (${number(audit_entries)} entradas).`;
  } finally {
    await close();
  }
}

function understood(args: string[]): { task: 'backup' | 'restore'; file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    const [task, file, ...more] = positionals;
    if ((task === 'backup' && !values.replace) || task === 'restore')
      if (file && !more.length) return { task, file: fromThere(file), replace: values.replace };
  } catch (cause) {
    throw new StartRefused(USAGE, { cause });
  }
  throw new StartRefused(USAGE);
}

/** npm runs scripts in the project's folder; the operator stood in another. */
const fromThere = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

/** What was promised before the copy goes on waiting: the next start works it off. */
async function queueAgain(address: DatabaseAddress): Promise<void> {
  // Its connections are told to end together with the database; that is nothing to read about.
  const log = openLog('error');
  const database = openDatabase(address, { max: 2 });
  const queue = await openQueue(address, log);
  try {
    await queuePromised({ db: database.db, queue });
  } finally {
    await queue.stop();
    await database.close();
  }
}

const number = (value: number) => value.toLocaleString('pt-BR');
