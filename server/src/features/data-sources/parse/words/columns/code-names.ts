/** Names of columns that hold codes, which may be counted and never added up: «cod_cliente», «id_posto». */
export const isCodeName = (name: string): boolean => /^(?:cod|cd|codigo|id)_/i.test(name);
