/** Erases what is due in a process of its own, which is killed from outside: `node erase-unused.ts <instant>`. */
import { eraseUnused } from '../../server/src/features/chat/retention.ts';
import { openProcessContext } from '../support/process-context.ts';

const context = await openProcessContext(new Date(process.argv[2] ?? ''));
console.log('erases');
await eraseUnused(context);
process.exit(0);
