/** The names of norms: «Lei nº 3.210/2015». */
import type { Norm, NormType } from '#contract/validity.ts';

const NAMES: Record<NormType, string> = {
  lei: 'Lei',
  lei_complementar: 'Lei Complementar',
  decreto: 'Decreto',
  portaria: 'Portaria',
  resolucao: 'Resolução',
  instrucao_normativa: 'Instrução Normativa',
};

export const normName = ({ type, number, year, issuer }: Norm): string =>
  `${NAMES[type]} nº ${number.replace(/\B(?=(\d{3})+$)/g, '.')}/${year}${issuer ? ` (${issuer})` : ''}`;

/** The issuer may be left out on either side. */
export const isSameNorm = (one: Norm, other: Norm): boolean =>
  one.type === other.type &&
  one.number === other.number &&
  one.year === other.year &&
  (one.issuer === '' || other.issuer === '' || one.issuer === other.issuer);
