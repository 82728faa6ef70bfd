import { expect, test } from 'vitest';
import { excessGrants } from './mysql-reader.ts';

test.each([
  ["GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*E6CC90B878B948C35E92B003C792C46C58C4AF40'", []],
  ['GRANT SELECT, SHOW VIEW ON `obras`.* TO `a`@`%`', []],
  ['GRANT SELECT (`id`, `nota`) ON `obras`.`pessoas` TO `a`@`%`', []],
  ['GRANT SELECT ON `uma ON todas TO x`.* TO `a`@`%`', []],
  ['SET DEFAULT ROLE `leitor` FOR `a`@`%`', []],
  ['GRANT ALL PRIVILEGES ON `obras`.* TO `a`@`%`', ['tem a permissão ALL PRIVILEGES em `obras`.*']],
  [
    'GRANT SELECT, INSERT (`nota`) ON `obras`.`pessoas` TO `a`@`%`',
    ['tem a permissão INSERT em `obras`.`pessoas`'],
  ],
  ['GRANT SELECT, FILE ON *.* TO `a`@`%`', ['tem a permissão FILE em *.*']],
  ['GRANT SELECT ON `obras`.* TO `a`@`%` WITH GRANT OPTION', ['tem a permissão GRANT OPTION em `obras`.*']],
  [
    'GRANT EXECUTE ON PROCEDURE `obras`.`apagar` TO `a`@`%`',
    ['tem a permissão EXECUTE em PROCEDURE `obras`.`apagar`'],
  ],
  ['GRANT `escritor`@`%` TO `a`@`%`', ['recebe permissões de um papel (GRANT `escritor`@`%` TO `a`@`%`)']],
])('R-TBL-49 of the grant %s the rights beyond reading are named', (line, excess) => {
  expect(excessGrants([line])).toEqual(excess);
});
