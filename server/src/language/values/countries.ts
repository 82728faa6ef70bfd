/** Countries and the adjectives for what is of them, in the masculine and the feminine. Folded. */
export const COUNTRIES: { name: string; adjectives: string[] }[] = `
africa_do_sul sul-africano sul-africana
alemanha alemao alema
argentina argentino argentina
australia australiano australiana
austria austriaco austriaca
bahamas bahamense
belgica belga
bolivia boliviano boliviana
brasil brasileiro brasileira
canada canadense
chile chileno chilena
china chines chinesa
chipre cipriota
colombia colombiano colombiana
coreia_do_sul coreano coreana sul-coreano sul-coreana
cuba cubano cubana
dinamarca dinamarques dinamarquesa
equador equatoriano equatoriana
espanha espanhol espanhola
estados_unidos americano americana norte-americano norte-americana
franca frances francesa
grecia grego grega
haiti haitiano haitiana
holanda holandes holandesa
india indiano indiana
inglaterra ingles inglesa
irlanda irlandes irlandesa
israel israelense
italia italiano italiana
japao japones japonesa
liberia liberiano liberiana
malta maltes maltesa
mexico mexicano mexicana
noruega noruegues norueguesa
paises_baixos holandes holandesa
panama panamenho panamenha
paraguai paraguaio paraguaia
peru peruano peruana
polonia polones polonesa
portugal portugues portuguesa
reino_unido britanico britanica
russia russo russa
singapura singapurense
suecia sueco sueca
suica suico suica
turquia turco turca
ucrania ucraniano ucraniana
uruguai uruguaio uruguaia
venezuela venezuelano venezuelana`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...adjectives] = line.split(' ');
    return { name: name.replaceAll('_', ' '), adjectives };
  });
