import { expect, test } from 'vitest';
import { faultsOf, isEmail } from './registration.ts';

const good = {
  email: 'ana@exemplo.com.br',
  name: 'Ana',
  phone: '',
  password: 'segredo-longo',
  confirmation: 'segredo-longo',
};

test('a complete registration has no fault, with or without a phone', () => {
  expect(faultsOf(good)).toEqual({});
  expect(faultsOf({ ...good, phone: '(11) 3333-4444' })).toEqual({});
  expect(faultsOf({ ...good, phone: '(11) 98765-4321' })).toEqual({});
});

test('R-AUTH-15 differing passwords', () => {
  expect(faultsOf({ ...good, confirmation: 'outro' })).toEqual({ confirmation: 'As senhas não coincidem!' });
});

test('R-AUTH-16 a password of seven characters', () => {
  expect(faultsOf({ ...good, password: '1234567', confirmation: '1234567' })).toEqual({
    password: 'A senha deve ter no mínimo 8 caracteres.',
  });
});

test('R-AUTH-18 addresses that are none', () => {
  expect(['abc', 'a@b', 'a b@c.br', '', ' ana@exemplo.com.br '].map(isEmail)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(faultsOf({ ...good, email: 'abc' })).toEqual({ email: 'Por favor, insira um e-mail válido.' });
});

test('a phone without its area code, and a name of spaces', () => {
  expect(faultsOf({ ...good, phone: '98765-432' })).toHaveProperty('phone');
  expect(faultsOf({ ...good, name: '  ' })).toHaveProperty('name');
});
