/** The states of Brazil: codes, names, the words for their people, and regions. Folded. */

export type State = { code: string; name: string; demonyms: string[] };

export const STATES: State[] = `
AC acre acreano acreana
AL alagoas alagoano alagoana
AP amapa amapaense
AM amazonas amazonense
BA bahia baiano baiana
CE ceara cearense
DF distrito_federal brasiliense
ES espirito_santo capixaba
GO goias goiano goiana
MA maranhao maranhense
MT mato_grosso mato-grossense
MS mato_grosso_do_sul sul-mato-grossense
MG minas_gerais minas mineiro mineira
PA para paraense
PB paraiba paraibano paraibana
PR parana paranaense
PE pernambuco pernambucano pernambucana
PI piaui piauiense
RJ rio_de_janeiro fluminense
RN rio_grande_do_norte potiguar
RS rio_grande_do_sul gaucho gaucha
RO rondonia rondoniense
RR roraima roraimense
SC santa_catarina catarinense
SP sao_paulo paulista
SE sergipe sergipano sergipana
TO tocantins tocantinense`
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', ...demonyms] = line.split(' ');
    return { code, name: name.replaceAll('_', ' '), demonyms };
  });

/** Folded name → codes. */
export const REGIONS: Record<string, string[]> = {
  norte: ['AC', 'AP', 'AM', 'PA', 'RO', 'RR', 'TO'],
  nordeste: ['AL', 'BA', 'CE', 'MA', 'PB', 'PE', 'PI', 'RN', 'SE'],
  'centro oeste': ['DF', 'GO', 'MT', 'MS'],
  sudeste: ['ES', 'MG', 'RJ', 'SP'],
  sul: ['PR', 'RS', 'SC'],
};
