import { describe, expect, test } from 'vitest';
import { composeEmail } from '../../adapters/mail/email-template.ts';
import * as letters from './emails.ts';

const composed =
  <T extends unknown[]>(write: (...words: T) => Parameters<typeof composeEmail>[0]) =>
  (...words: T) =>
    composeEmail(write(...words));
const verificationEmail = composed(letters.verificationEmail);
const temporaryPasswordEmail = composed(letters.temporaryPasswordEmail);
const passwordChangedEmail = composed(letters.passwordChangedEmail);
const accessEmail = composed(letters.accessEmail);

const ana = { email: 'ana@exemplo.com.br', name: 'Ana Souza' };
const APP = 'https://prosa.exemplo.com.br';
const all = (name: string) => [
  verificationEmail({ ...ana, name }, '012345', APP),
  temporaryPasswordEmail({ ...ana, name }, { password: 'AbCdEfGhJk23', keys: 1 }, APP),
  passwordChangedEmail(
    { ...ana, name },
    { at: new Date('2026-11-14T12:05:00.000Z'), keys: 2, ended_keys: 1 },
    APP,
  ),
];

describe('letters about accounts', () => {
  test('the code stands once in the text and whole in the HTML, with how long it is good', () => {
    const { to, subject, text, html } = verificationEmail(ana, '012345', APP);
    expect({ to, subject }).toEqual({
      to: 'ana@exemplo.com.br',
      subject: 'Seu código de verificação do Prosa',
    });
    expect(text.match(/\b\d{6}\b/g)).toEqual(['012345']);
    expect(html.match(/\b\d{6}\b/g)).toEqual(['012345']);
    expect(text).toContain('vale 15 minutos');
    expect(text).toContain('Se não foi você, ignore este e-mail.');
  });

  test('the temporary password stands once, with how long and how often it is good', () => {
    const { text, html } = temporaryPasswordEmail(ana, { password: 'AbCdEfGhJk23', keys: 1 }, APP);
    expect(text).toMatch(/\nSenha temporária:\n\nAbCdEfGhJk23\n/);
    expect(text.match(/\b[A-Za-z0-9]{12}\b/g)).toEqual(['AbCdEfGhJk23']);
    expect(html).toContain('>AbCdEfGhJk23<');
    expect(text).toContain('vale 30 minutos e serve para entrar uma única vez');
    expect(text).toContain('Se não foi você, ignore este e-mail.');
  });

  test('O-31 the notice says when, in Brazil’s time', () => {
    const { subject, text } = passwordChangedEmail(
      ana,
      { at: new Date('2026-11-14T02:05:00.000Z'), keys: 0, ended_keys: 0 },
      APP,
    );
    expect(subject).toBe('Sua senha foi alterada');
    expect(text).toContain('13/11/2026, às 23:05 (horário de Brasília)');
  });

  test('a change in how somebody enters says from which browser, and never in the words of the program itself', () => {
    const at = new Date('2026-11-14T02:05:00.000Z');
    const says = (user_agent: string | null | undefined) =>
      accessEmail(ana, { kind: 'factor_removed', at, keys: 0, user_agent }, APP).text;
    const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    expect(says(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`)).toContain(
      'Navegador e sistema: Chrome, Windows.',
    );
    expect(says('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148')).toContain(
      'Navegador e sistema: iPhone.',
    );
    for (const unknown of ['ganhe.exemplo.net/1.0', '<b>Clique aqui</b>', '', null]) {
      expect(says(unknown)).toContain('O navegador não foi reconhecido.');
      expect(says(unknown)).not.toMatch(/ganhe|Clique/);
    }
    // The organisation's directory or an operator did it.
    expect(says(undefined)).not.toContain('avegador');
  });

  test('the temporary password comes with a warning when a recovery will end access keys', () => {
    const says = (keys: number) => temporaryPasswordEmail(ana, { password: 'AbCdEfGhJk23', keys }, APP).text;
    expect(says(0)).not.toContain('chave');
    expect(says(1)).toContain('a chave de acesso de programas da sua conta será encerrada');
    expect(says(3)).toContain('as 3 chaves de acesso de programas da sua conta serão encerradas');
    expect(says(3)).toContain('Para manter alguma, marque-a no perfil');
  });

  test('the notice says how many access keys were ended and how many go on working, and nothing where there is none', () => {
    const says = (keys: number, ended_keys = 0) =>
      passwordChangedEmail(ana, { at: new Date('2026-11-14T02:05:00.000Z'), keys, ended_keys }, APP).text;
    expect(says(0)).not.toContain('chave');
    expect(says(0, 1)).toContain('uma chave de acesso de programas foi encerrada');
    expect(says(0, 3)).toContain('3 chaves de acesso de programas foram encerradas');
    expect(says(1)).toContain('Uma chave de acesso de programas da sua conta continua funcionando');
    expect(says(3)).toContain('3 chaves de acesso de programas da sua conta continuam funcionando');
    expect(says(3)).toContain('No seu perfil, em «Chaves de acesso», revogue');
  });

  test('every letter greets by the first name, links to the product and fetches nothing', () => {
    for (const { text, html } of all('Ana Souza')) {
      expect(text).toMatch(/^Olá, Ana\.\n/);
      expect(text).toContain(APP);
      expect(html).toContain(`href="${APP}"`);
      expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i);
    }
  });

  test.each([
    'http://evil.example/ganhe',
    '<b>Ana</b>',
    'Você-ganhou-um-prêmio-acesse-agora-mesmo-aqui',
    'a@b.example',
    '"><script>alert(1)</script>',
    '12345678',
  ])('a name such as %s is not written into a letter', (name) => {
    for (const { subject, text, html } of all(name)) {
      expect(text).toMatch(/^Olá\.\n/);
      expect(`${subject}${text}${html}`).not.toContain(name);
      expect(subject).not.toMatch(/[\r\n]/);
    }
  });

  test('what the operator configured is escaped too', () => {
    const { html } = verificationEmail(ana, '012345', 'https://x.example/?a="><i>');
    expect(html).not.toContain('"><i>');
  });
});
