import { localAnswer } from '../../src/adapters/models/local-reader.ts';
for (const q of process.argv.slice(2)) console.log(q);
