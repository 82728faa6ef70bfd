/** Units that people write behind a number in a text: «2,7 kg», «34 km», «8 horas». */

/** As they are written, folded → as they are shown behind a number. */
const UNITS = new Map(
  Object.entries({
    kg: 'kg kgs quilo quilos kilo kilos',
    g: 'g gr grs grama gramas',
    mg: 'mg',
    t: 't ton tons tonelada toneladas',
    km: 'km kms quilometro quilometros',
    m: 'm mt mts metro metros',
    cm: 'cm',
    mm: 'mm',
    litros: 'l lt lts litro litros',
    ml: 'ml',
    horas: 'h hs hr hrs hora horas',
    min: 'min mins minuto minutos',
    dias: 'dia dias',
    semanas: 'semana semanas',
    meses: 'mes meses',
    anos: 'ano anos',
    ha: 'ha hectare hectares',
    'm²': 'm2 m²',
    'm³': 'm3 m³',
    kWh: 'kwh',
    kW: 'kw',
    W: 'w',
    V: 'v',
    unidades: 'un und unid unids unidade unidades',
    peças: 'pc pcs peca pecas',
    caixas: 'cx cxs caixa caixas',
    sacas: 'sc scs saca sacas',
    páginas: 'pag pags pagina paginas',
    pontos: 'pt pts ponto pontos',
    vezes: 'vez vezes',
    '°C': '°c ºc',
    MB: 'mb',
    GB: 'gb',
  }).flatMap(([shown, written]) => written.split(' ').map((one) => [one, shown] as const)),
);

/** How a unit is shown that stands in texts; null for letters that are none. */
export const unitShown = (written: string): string | null =>
  UNITS.get(written.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '')) ?? null;

/** Letters in either case and with accents or without; the longest first, as a pattern takes the first that fits. */
const anyCase = (word: string): string =>
  word.replace(/\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}${ACCENTED[letter] ?? ''}]`);
const ACCENTED: Record<string, string> = { a: 'áÁ', e: 'êÊ', o: 'ôÔ', c: 'çÇ' };

const WRITTEN = [...UNITS.keys()].toSorted((one, other) => other.length - one.length);

/** A number with its unit, for both database servers: without backslashes. */
export const QUANTITY_TEXT = `^[[:space:]]*-?[0-9]{1,15}([.][0-9]{3}){0,8}([.,][0-9]{1,6})?[[:space:]]*(${WRITTEN.map(anyCase).join('|')})[.]?[[:space:]]*$`;

/** The number before the unit of such a text. */
export const BEFORE_UNIT = '^[-0-9.,[:space:]]+';
export const FROM_UNIT = '[[:space:]]*[^-0-9.,[:space:]].*$';
