/** Passwords that are guessed first: the most common ones, sequences, and the person's own name and address. */
import { AppError } from '../../../app-error.ts';

export const passwordFaults = {
  common: 'Esta senha é muito comum. Escolha outra.',
  personal: 'A senha não pode ser o seu nome ou o seu e-mail.',
  temporary: 'A nova senha deve ser diferente da senha temporária.',
} as const;

/** With digits and signs behind them, as in `Senha@2026`, these are what lists of leaked passwords begin with. */
const COMMON_WORDS = new Set(
  `abc abcd abcde acesso admin administrador administrator amor asdf asdfgh asdfghjkl atletico baseball batman bemvindo
  botafogo brasil changeme chelsea computador computer corinthians cruzeiro default deus deusefiel dragon euteamo familia
  felicidade flamengo fluminense football futebol gremio iloveyou internacional internet jesus jesuscristo jordan letmein
  liverpool login master mestre michael minhasenha monkey mudar mudarsenha novasenha palmeiras passe password passwords
  pokemon primeirasenha princesa princess prosa qazwsx qazwsxedc qwe qwer qwert qwerty qwertyuiop root santos saopaulo
  secret segredo senha senhaforte senhanova senhas shadow starwars sucesso sunshine superman teamo test teste testando
  trocar trocarsenha trustno user usuario vasco welcome whatever zxcvbn zxcvbnm`.split(/\s+/),
);

const COMMON_PASSWORDS = new Set(
  `10203040 1020304050 11223344 1122334455 112233445566 12344321 123454321 123qweasd 147258369 147852369 159753456
  1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 789456123 987654321a a1b2c3d4 aa123456 asdf1234 q1w2e3r4 q1w2e3r4t5
  qwer1234 zaq12wsx`.split(/\s+/),
);

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** The sentence that says why this password is refused; null for a good one. Length is checked by the contract. */
export function passwordFault(password: string, person: { email: string; name: string }): string | null {
  const folded = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (isCommon(folded)) return passwordFaults.common;
  return isPersonal(folded, person) ? passwordFaults.personal : null;
}

/** Refuses with 422 and the sentence on the field that held the password. */
export function requireGoodPassword(
  password: string,
  field: string,
  person: { email: string; name: string },
): void {
  const message = passwordFault(password, person);
  if (message) throw refusedField(field, message);
}

export const refusedField = (field: string, message: string): AppError =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

function isCommon(password: string): boolean {
  return (
    COMMON_PASSWORDS.has(password) ||
    isSequence(password) ||
    isRepeated(password) ||
    isWordWithSigns(password)
  );
}

/** `12345678`, `hgfedcba`, `aaaaaaaa`. */
function isSequence(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** Up to four characters again and again, as in `abcabcabc`. */
const isRepeated = (password: string): boolean => /^(.{1,4})\1+$/su.test(password);

function isWordWithSigns(password: string): boolean {
  const letters = Array.from(password);
  return letters.some((_, index) => {
    const word = letters.slice(0, index + 1).map((letter) => LOOKALIKES[letter] ?? letter);
    return COMMON_WORDS.has(word.join('')) && !/\p{L}/u.test(letters.slice(index + 1).join(''));
  });
}

/** Shorter names stand in many good passwords. */
const SHORTEST_NAME = 6;

function isPersonal(password: string, { email, name }: { email: string; name: string }): boolean {
  const plain = lettersOf(password);
  const [local = ''] = email.split('@');
  const whole = [email, local, name].map(lettersOf).filter((text) => text.length >= SHORTEST_NAME);
  if (whole.some((text) => plain.includes(text))) return true;
  return plain !== '' && [local, ...name.split(/\s+/)].some((part) => lettersOf(part) === plain);
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
