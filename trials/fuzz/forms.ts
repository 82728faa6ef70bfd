/** Forms with files: whole, broken, and files that are not what they say. */
import type { Schema } from '../../tests/odd-values.ts';
import type { Chance } from '../support/seeded-random.ts';
import { ODD_TEXTS } from './malformed-requests.ts';
import { rightValue } from './values.ts';

const BEGINNINGS = [
  '%PDF-1.7\n',
  'PK\u0003\u0004',
  '\u0089PNG\r\n\u001a\n',
  '\u00ff\u00d8\u00ff\u00e0',
  'RIFF\0\0\0\0WEBP',
  '\u00d0\u00cf\u0011\u00e0',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'a;b\n=1;2\n',
  '{"a":',
  '# Título\n\n',
  '',
];
const NAMES = [
  'a.txt',
  'a.md',
  'a.csv',
  'a.json',
  'a.pdf',
  'a.docx',
  'a.doc',
  'a.png',
  'a.exe',
  'a',
  '.txt',
  '../../a.txt',
  'a\\b.txt',
  'a%00.txt',
  '\u202etxt.exe',
  `${'é'.repeat(300)}.txt`,
  'a.txt; filename=b.pdf',
  '',
];

export function oddForm(schema: Schema, chance: Chance, headers: Record<string, string>): Buffer {
  const boundary = chance.pick(['b', 'x'.repeat(70), '----a']);
  headers['content-type'] = chance.percent(95)
    ? `multipart/form-data; boundary=${boundary}`
    : chance.pick(['multipart/form-data', 'application/json', `multipart/form-data; boundary="${boundary}`]);
  const joined = (parts: Buffer[]) =>
    Buffer.concat([
      ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
  const { required = [] } = schema as { required?: string[] };
  const fields = Object.entries(schema.properties ?? {});
  if (chance.percent(35))
    return joined(
      fields
        .filter(([name]) => required.includes(name))
        .map(([name, inner]) =>
          isFile(inner) ? rightFile(name, chance) : fieldPart(name, rightValue(inner, chance, {})),
        ),
    );
  const parts = fields.flatMap(([name, inner]) => {
    const times = chance.percent(5) ? 2 : chance.percent(30) ? 0 : 1;
    return Array.from({ length: times }, () =>
      isFile(inner)
        ? oddFile(name, chance)
        : fieldPart(name, chance.percent(70) ? rightValue(inner, chance, {}) : chance.pick(ODD_TEXTS)),
    );
  });
  if (chance.percent(10))
    parts.push(fieldPart(chance.pick(['__proto__', 'constructor', 'x', 'file[]', '']), 'x'));
  if (chance.percent(5)) parts.push(...Array.from({ length: 30 }, () => fieldPart('x', '1')));
  const whole = joined(parts);
  return chance.percent(12) ? whole.subarray(0, chance.below(whole.length)) : whole;
}

/** A schema does not describe the content of a file. */
const isFile = (schema: Schema) => Object.keys(schema).length === 0;

const fieldPart = (name: string, value: unknown) =>
  Buffer.from(`Content-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}`);

const rightFile = (name: string, chance: Chance) =>
  Buffer.from(
    `Content-Disposition: form-data; name="${name}"; filename="${chance.pick(['a.txt', 'ação.md', 'b.csv'])}"\r\n\r\n${'A senha temporária vale por trinta minutos;\n'.repeat(1 + chance.below(20))}`,
  );

function oddFile(name: string, chance: Chance): Buffer {
  const filename = chance.pick(NAMES).replaceAll('"', '%22');
  const type = chance.pick(['text/plain', 'image/png', 'application/pdf', 'text/html', '', 'x\0y']);
  const noise = Buffer.from(Array.from({ length: chance.below(400) }, () => chance.below(256)));
  const text = Buffer.from('A senha temporária vale por trinta minutos. '.repeat(chance.below(20)));
  return Buffer.concat([
    Buffer.from(
      `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(chance.pick(BEGINNINGS), 'latin1'),
    chance.percent(50) ? noise : text,
  ]);
}
