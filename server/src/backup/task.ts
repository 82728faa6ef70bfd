/** `npm run migrate -- backup FILE` and `npm run migrate -- restore FILE [--replace] [--unsealed]`, as an operator types them; and the commands for one account. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareFolder } from '../adapters/data-folder.ts';
import { openLog } from '../adapters/log.ts';
import { openQueue } from '../adapters/queue.ts';
import { openDatabaseAlone, openSealingKeys } from '../create-context.ts';
import { type DatabaseAddress, openDatabase } from '../db/client.ts';
import { type Env, StartRefused } from '../env.ts';
import { writeAnchor } from '../features/audit/anchor.ts';
import { configureSealingKeys } from '../features/audit/sealing-keys.ts';
import { ACCOUNT_TASKS } from '../maintenance/operator-accounts.ts';
import { backup } from './backup.ts';
import { queuePromised } from './promised-jobs.ts';
import { restore } from './restore.ts';

const USAGE =
  'Uso: npm run migrate\n     npm run migrate -- backup ARQUIVO\n     npm run migrate -- restore ARQUIVO [--replace] [--unsealed]\n     npm run migrate -- reset-password E-MAIL\n     npm run migrate -- reset-second-factor E-MAIL\n     npm run migrate -- erase-account E-MAIL\n     npm run migrate -- keep-account E-MAIL';

/** Returns the sentence for the operator. */
export async function keepOrRestore(args: string[], env: Env): Promise<string> {
  const accountTask = ACCOUNT_TASKS[args[0] ?? ''];
  if (accountTask) return accountTask(args[1] ?? '', env);
  const { task, file, replace, unsealed } = understood(args);
  configureSealingKeys(await openSealingKeys(env));
  // On a new machine nothing has made it yet, and the head of the audit is noted there once all is restored.
  if (task === 'restore') await prepareFolder(env.DATA_DIR);
  const { address, sheets, close } = await openDatabaseAlone(env, { alone: task === 'restore' });
  try {
    if (task === 'backup') {
      const { tables, rows } = await backup(address, file, { sheets });
      return `Cópia de segurança completa em ${file}: ${tables} tabelas, ${number(rows)} linhas. Ela contém dados pessoais; guarde-a em lugar protegido.`;
    }
    const { tables, rows, audit_entries, charged } = await restore(address, file, {
      replace,
      unsealed,
      sheets,
    });
    await afterRestore(address, env);
    return `Restaurado de ${file}: ${tables} tabelas, ${number(rows)} linhas; livro de tokens ${number(Number(charged))}; auditoria íntegra (${number(audit_entries)} entradas).`;
  } finally {
    await close();
  }
}

type Understood = { task: 'backup' | 'restore'; file: string; replace: boolean; unsealed: boolean };

function understood(args: string[]): Understood {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        unsealed: { type: 'boolean', default: false },
      },
    });
    const [task, file, ...more] = positionals;
    if ((task === 'backup' && !values.replace && !values.unsealed) || task === 'restore')
      if (file && !more.length) return { task, file: fromThere(file), ...values };
  } catch (cause) {
    throw new StartRefused(USAGE, { cause });
  }
  throw new StartRefused(USAGE);
}

/** npm changes to the project's folder; INIT_CWD is the folder in which the operator typed the command. */
const fromThere = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

/** Queues the jobs again that waited when the copy was taken, and notes the head of the restored audit chain. */
async function afterRestore(address: DatabaseAddress, { DATA_DIR }: Env): Promise<void> {
  // Its connections end together with the database; the warnings about it are noise.
  const log = openLog('error');
  const database = openDatabase(address, { max: 2 });
  const queue = await openQueue(address, log);
  try {
    await queuePromised({ db: database.db, queue });
    await writeAnchor(database.db, DATA_DIR, new Date());
  } finally {
    await queue.stop();
    await database.close();
  }
}

const number = (value: number) => value.toLocaleString('pt-BR');
