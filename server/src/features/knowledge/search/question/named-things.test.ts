import { expect, test } from 'vitest';
import { hasThing, namedThings } from './named-things.ts';

test.each([
  ['Como instalo o Kubernetes no servidor?', ['Kubernetes']],
  ['O que o Ministério da Saúde diz do IPTU?', ['Ministério da Saúde', 'IPTU']],
  ['Quando foi lançado o Debian 15?', ['Debian 15']],
  ['Para que serve debian/prosa.yaml e a opção --turbo?', ['debian/prosa.yaml', '--turbo']],
  ['Quem é o pregoeiro do pregão 018/2024?', ['018/2024']],
  ['Onde se lê «caixa dois»?', ['caixa dois']],
  ['Férias podem ser divididas? Quando começam?', []],
  ['qual o prazo do recurso?', []],
  ['doei 3x, pago a 2a via em 24h? levo 10kg', []],
])('R-DOC-26 a question names its things: %s', (question, names) => {
  expect(
    namedThings(question)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
});

test.each([
  ['Ministério da Saúde', 'A saúde é assunto do ministério.', true],
  ['Debian 7', 'Debian 7.0 Wheezy foi lançado em maio.', true],
  ['Debian 15', 'Debian 1.5 nunca existiu.', false],
  ['Lei 8.112', 'Conforme a Lei nº 8112, de 1990.', true],
  ['ISS', 'O Imposto sobre Serviços é devido aqui.', true],
  ['Kubernets', 'O Kubernetes não é descrito.', true],
  ['PROCV', 'Os sistemas procfs são montados em /proc.', false],
  ['DETARN', 'O DETRAN atende de manhã.', true],
  ['Moodle', 'O curso fica em outro sistema.', false],
])('R-DOC-26 a passage has a thing or not: %s in «%s»', (name, text, expected) => {
  expect(hasThing(text, { name, isWhole: /\d/.test(name) }, () => [])).toBe(expected);
});
