import { describe, expect, test } from 'vitest';
import { passwordFault, passwordFaults } from './password-rules.ts';

const ana = { email: 'ana.prado@exemplo.com.br', name: 'Ana Beatriz Prado' };

describe('a password', () => {
  test.each([
    '12345678',
    '87654321',
    'abcdefgh',
    'aaaaaaaa',
    '12341234',
    'abcabcabc',
    'senha123',
    'Senha@2026',
    'SENHA!!!',
    's3nh4123',
    'P@ssw0rd',
    'brasil2026',
    'Flamengo1981',
    'qwertyuiop',
    '1q2w3e4r',
    'são paulo'.replace(' ', ''),
    'ｓｅｎｈａ１２３',
  ])('%s is refused as common', (password) => {
    expect(passwordFault(password, ana)).toBe(passwordFaults.common);
  });

  test.each([
    'ana.prado@exemplo.com.br',
    'Ana.Prado2026',
    'anaprado!',
    'AnaBeatrizPrado',
    'Beatriz1990',
    'xx-ana.prado-xx',
  ])('%s is refused as her own name or address', (password) => {
    expect(passwordFault(password, ana)).toBe(passwordFaults.personal);
  });

  test.each([
    'uma senha boa',
    'minha senha é boa',
    'banana com aveia',
    'correct horse battery',
    'Tr7$kq9!zzLp',
    'o prado é verde hoje',
    '😀😁😂🤣😃😄😅😆x',
    '19740523881',
  ])('%s is accepted', (password) => {
    expect(passwordFault(password, ana)).toBeNull();
  });

  test('that is like an empty name or a very short address is judged all the same', () => {
    expect(passwordFault('uma senha boa', { email: 'a@b.co', name: 'A' })).toBeNull();
    expect(passwordFault('!!!!????', { email: '1@b.co', name: '1' })).toBeNull();
  });
});
