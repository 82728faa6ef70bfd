/**
 * Eight who sign in again and again, or the same hashing without any sign-in, in a process of their own: the process that takes
 * their neighbours' time is not busy with them. Arguments: where to, and the password of all.
 */
import {
  hashPassword,
  verifyPassword,
  withHashingSlot,
} from '../../server/src/features/auth/credentials/passwords.ts';
import { signIn } from './signing-in.ts';
import { timesOf } from './statistics.ts';
import { serveParent } from './streams/child.ts';

const CALLERS = 8;
const [url = '', password = ''] = process.argv.slice(2);
const hash = await hashPassword(password);
let turn = 0;
const hashAgain = () => withHashingSlot(() => verifyPassword(password, hash));
const enterAgain = () => signIn(url, { email: `porta${1 + (turn++ % CALLERS)}@exemplo.com.br`, password });

/** For so many milliseconds; what each time took is said. */
serveParent(url, (wish) => {
  const [name, ms] = wish.split(' ');
  const act = name === 'enter' ? enterAgain : hashAgain;
  void timesOf(act, CALLERS, Number(ms)).then((times) => process.send?.(times));
});
