/** Nouns of daily life that are no slip for a name of a table: «energia» is no «Energisa», and «horta» is no «hora». */
import { baseForm } from '../../../../../language/word-forms.ts';

const NOUNS = `
  energia água luz gás internet comida bebida casa rua escola hospital posto creche prédio ginásio quadra parque praça
  dinheiro verba recurso imposto conta boleto cartão banco loja mercado feira farmácia igreja teatro cinema museu festa show
  carro moto ônibus caminhão avião navio trem bicicleta estrada ponte porto rodovia avenida viaduto túnel calçada esquina beco
  pai mãe filho filha irmão irmã avô avó tio tia primo prima sogra genro nora neto neta mulher homem criança jovem idoso adulto bebê gestante
  manhã tarde noite hoje ontem semana mês ano segunda terça quarta quinta sexta sábado domingo feriado madrugada
  chuva sol frio calor vento seca enchente fogo incêndio acidente roubo furto crime morte vida saúde doença remédio médico
  livro jornal revista filme música jogo time bola corrida campeonato torneio prova aula curso professor aluno turma
  seguro garantia defeito cor tinta luva wifi madeira papel plástico ferro tampa janela porta
  norte sul leste oeste centro bairro cidade estado mundo
  horta pomar jardim quintal varanda garagem porão sótão muro cerca portão telhado parede piso teto escada corredor banheiro cozinha
  mesa cadeira sofá cama armário gaveta prateleira estante espelho tapete cortina lâmpada tomada fio cabo corda corrente
  prato copo garfo faca colher panela fogão geladeira forno pia torneira balde vassoura pano sabão
  pão leite café arroz feijão carne peixe frango ovo queijo manteiga açúcar sal óleo fruta legume verdura bolo doce sopa salada suco vinho cerveja
  cabelo pele olho orelha nariz boca dente língua braço perna joelho costas barriga coração pulmão sangue osso unha
  camisa calça saia vestido sapato meia casaco chapéu bolsa mala mochila relógio óculos anel colar
  bicho animal pet cachorro gato cavalo vaca porco galinha pato coelho rato cobra sapo abelha formiga mosca mosquito barata aranha pássaro
  árvore flor folha raiz galho semente grama mato floresta rio lago mar praia ilha montanha morro serra vale areia pedra terra lama
  martelo prego parafuso serra chave cadeado alicate furadeira tijolo cimento telha tábua vidro cano
  rádio televisão telefone celular computador teclado tela mouse câmera bateria pilha tomada
  lápis caneta borracha caderno folha régua tesoura cola mapa quadro
  pneu freio motor volante banco roda placa porta farol buzina embreagem
  amor ódio medo raiva alegria tristeza sonho sorte azar culpa dúvida certeza paciência
  guerra paz exército soldado bandeira hino rei rainha príncipe castelo
  natal páscoa carnaval aniversário casamento velório batizado férias
  cidade vila aldeia fazenda sítio chácara roça curral cocheira
  carta bilhete envelope selo caixa saco pacote embrulho fita
  lixo esgoto fossa bueiro poço caixa cisterna barragem açude
  bala arma faca tiro bomba pólvora
  sombra neve granizo neblina trovão raio tempestade
  padre pastor freira bispo santo capela
  dança canto violão piano tambor flauta banda coral
  futebol vôlei basquete natação judô xadrez`;

const DAILY_NOUNS = new Set(NOUNS.trim().split(/\s+/).map(baseForm));

/** In the base form. */
export const isDailyNoun = (base: string): boolean => DAILY_NOUNS.has(base);
