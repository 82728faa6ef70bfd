import { expect, test } from 'vitest';
import { newServer, withServer } from './provider-draft.ts';

test('a server that is chosen by name proposes its name, its address and where it processes', () => {
  expect(newServer('ollama')).toMatchObject({
    name: 'Ollama',
    base_url: 'http://127.0.0.1:11434/v1',
    residency: 'local',
  });
  expect(newServer('other')).toMatchObject({ name: '', base_url: '', residency: 'exterior' });
});

test('another choice keeps what was typed', () => {
  const typed = { ...newServer('ollama'), name: 'Servidor da sala 2' };
  expect(withServer(typed, 'vllm')).toMatchObject({
    name: 'Servidor da sala 2',
    base_url: 'http://127.0.0.1:8000/v1',
    residency: 'local',
  });
});
