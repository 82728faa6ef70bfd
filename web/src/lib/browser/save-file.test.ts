import { expect, test } from 'vitest';
import { fileNameOf } from './save-file.ts';

test('an exported agent gets a file name that every system takes', () => {
  expect(fileNameOf('Direito de Trânsito.prosa-agent.json')).toBe('Direito de Trânsito.prosa-agent.json');
  expect(fileNameOf('../RH: férias/13º?.prosa-agent.json')).toBe('RH- férias-13º-.prosa-agent.json');
});
