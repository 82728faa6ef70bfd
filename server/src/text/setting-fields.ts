/** Kinds of settings, each with the sentence that refuses a wrong value. An empty value counts as none. */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { parseHostList } from '../network-address.ts';
import { parseFilesAddress } from './files-address.ts';

export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** An empty value gets the default of the schema too. */
export const orDefault = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

export const httpUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} deve ser um endereço http(s)` })
    .transform((url) => url.replace(/\/+$/, ''));
/** The prefix of an embedding model; blanks at its end are part of it. */
export const embeddingPrefix = (name: string) =>
  optional(
    z
      .string()
      .max(200, `${name} deve ter no máximo 200 caracteres`)
      .regex(/^[^\r\n]*$/, `${name} não pode ter quebra de linha`),
  );
export const postgresUrl = (name: string) =>
  z.string().regex(/^postgres(ql)?:\/\//, `${name} deve começar com postgres:// ou postgresql://`);

export const hosts = (name: string, example: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const list = parseHostList(text);
      if (list) return list;
      context.addIssue(`${name} deve ter nomes, endereços ou redes separados por vírgula, como ${example}`);
      return z.NEVER;
    });

/** Absolute paths, separated by commas. */
export const folders = (name: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const paths = text
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean);
      if (paths.every((path) => isAbsolute(path))) return paths.map((path) => resolve(path));
      context.addIssue(`${name} deve ter caminhos absolutos separados por vírgula, como /srv/documentos`);
      return z.NEVER;
    });

/** The address of a bucket, with the account that may use it. */
export const filesAddress = (name: string) =>
  optional(
    z.string().transform((text, context) => {
      const address = parseFilesAddress(text);
      if (address) return address;
      context.addIssue(
        `${name} deve ter a forma https://CHAVE:SEGREDO@servidor/bucket/prefixo?region=regiao, com os caracteres especiais da chave e do segredo codificados (%2F para /)`,
      );
      return z.NEVER;
    }),
  );

export const positive = (name: string) => {
  const sentence = `${name} deve ser um número maior que 0`;
  return z.coerce.number(sentence).positive(sentence);
};

/** Addresses and networks: a name would not be looked up, and the process would end at its first connection. */
export const proxies = (name: string) =>
  z
    .string()
    .refine(
      (text) => text.trim() === '' || text.split(',').every((hop) => isNetwork(hop.trim())),
      `${name} deve ter endereços ou redes separados por vírgula, como 127.0.0.1 ou 10.0.0.5; nomes de máquinas não servem`,
    )
    .default('');

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  const isPrefix =
    prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
  return family > 0 && isPrefix && more.length === 0;
}
