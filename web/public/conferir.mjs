import { verify } from 'node:crypto'; // node conferir.mjs ARQUIVO(.pdf|.json) [CHAVES.json]
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const check = async ([file, list]) => {
  const bytes = readFileSync(file);
  const head = /\/EmbeddedFile\b[\s\S]*?stream\r?\n/.exec(bytes.toString('latin1'));
  const json = (head ? inflateSync(bytes.subarray(head.index + head[0].length)) : bytes).toString();
  const { canonical, signature, key_id } = JSON.parse(json);
  const { issuer, made_at, answer } = JSON.parse(canonical);
  const read = async (path) => (await fetch(new URL(path, issuer.url))).text();
  const { keys } = JSON.parse(list ? readFileSync(list) : await read('/.well-known/prosa-receipts.json'));
  const jwk = { kty: 'OKP', crv: 'Ed25519', ...keys.find((one) => one.key_id === key_id) };
  const signed = Buffer.from(signature, 'base64url');
  const isWhole = JSON.stringify({ canonical, signature: signed.toString('base64url'), key_id }) === json;
  const isSigned = verify(null, Buffer.from(canonical), { key: jwk, format: 'jwk' }, signed);
  if (!isWhole || !isSigned) throw new Error('alterado');
  return `Confere. O Prosa de ${issuer.name} (${issuer.url}) disse isto em ${made_at}.\n\n${answer}\n`;
};
const said = await check(process.argv.slice(2)).catch(({ message }) => `Não confere (${message}).\n`);
process.stdout.write(said, () => process.exit(said.startsWith('Confere') ? 0 : 1));
