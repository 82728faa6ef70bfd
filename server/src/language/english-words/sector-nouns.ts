/** English nouns of single sectors, such as hotels, transport, health, farming, sport, housing and law. They win over general ones. */
import { wordPairs } from './word-pairs.ts';

export const SECTOR_NOUNS = wordPairs(`
room: quarto
bedroom: quarto
bathroom: banheiro
night: noites
guest: hóspedes
booking reservation: reserva
host: anfitrião
hotel: hotel
flight: voo
trip travel: viagem
route: rota
stop: parada
passenger: passageiros
fuel: combustível
liter litre: litros
gallon: galões
mileage odometer: quilometragem
km: quilômetros
vessel ship: navio
cargo: carga
container: contêiner
package parcel: pacote
carrier: transportadora
tracking: rastreio
destination: destino
location place site: local
latitude lat: latitude
longitude lng lon: longitude
breakfast: café da manhã
meal: refeição
food: comida
drink: bebida
table: mesa
menu: cardápio
tip: gorjeta
bill: conta
debt: dívida
credit: crédito
debit: débito
profit: lucro
margin: margem
commission: comissão
bonus: bônus
target goal: meta
plan: plano
subscription: assinatura
membership: filiação
member: membro
hiring: contratação
contact: contato
lead: contato
campaign: campanha
click: cliques
view: visualizações
like: curtidas
impression: impressões
session: sessões
device: dispositivo
browser: navegador
platform: plataforma
version: versão
error: erro
log: registro
alert: alerta
incident: incidente
issue: problema
request: solicitação
health: saúde
reminder: lembrete
satisfaction: satisfação
response: resposta
resolution: resolução
agent attendant: atendente
technician: técnico
operator: operador
supervisor: supervisor
director: diretor
professor: professor
subject_matter: matéria
exam test: prova
enrollment: matrícula
semester: semestre
credits: créditos
shift: turno
absence: faltas
vacation: férias
overtime: horas extras
specialty: especialidade
diagnosis: diagnóstico
treatment: tratamento
procedure: procedimento
appointment: consulta
visit: visitas
exam_count: exames
blood: sangue
bed: leitos
hospital: hospital
clinic: clínica
ward: enfermaria
nurse: enfermeiro
vaccine: vacina
dose: doses
pet animal: animal
breed: raça
species: espécie
tree: árvore
crop: cultura
harvest: colheita
farm: fazenda
field: campo
water: água
energy: energia
consumption: consumo
reading: leitura
meter: medidor
sensor: sensor
temperature: temperatura
humidity: umidade
pressure: pressão
speed: velocidade
power: potência
voltage: tensão
volume: volume
capacity: capacidade
attendance attendee: participantes
audience: público
speaker: palestrante
venue: local
match game: partida
team_name: equipe
player: jogador
coach: técnico
league: liga
goal_count: gols
season: temporada
round: rodada
winner: vencedor
movie film: filme
album: álbum
artist: artista
song track: música
director_name: diretor
property: imóvel
home: casa
apartment: apartamento
building: prédio
tenant: inquilino
landlord: proprietário
broker realtor: corretor
lease: locação
deposit: caução
condominium: condomínio
garage parking: garagem
machine equipment: equipamento
asset: patrimônio
part: peça
serial: série
material: material
supply: suprimento
batch lot: lote
defect: defeitos
inspection: inspeção
maintenance: manutenção
repair: reparo
hour: horas
minute: minutos
second: segundos
wait: espera
waiting: espera
delay: atraso
arrival: chegada
departure: partida
check: conferência
entry: entrada
exit: saída
donor: doador
donation: doação
volunteer: voluntário
beneficiary: beneficiário
sponsor: patrocinador
complaint: reclamação
feedback: opinião
answer: resposta
question: pergunta
vote: votos
party: partido
candidate: candidato
election: eleição
citizen: cidadão
household: domicílio
population: população
people person: pessoas
child: crianças
adult: adultos
family: família
marital: estado civil
nationality: nacionalidade
ethnicity race: raça
religion: religião
education: escolaridade
occupation profession: profissão
skill: habilidade
certificate: certificado
license: licença
permit: alvará
document: documento
file: arquivo
process: processo
case: caso
court: tribunal
judge: juiz
lawyer: advogado
decision: decisão
law: lei
crime: crime
victim: vítimas
officer: policial
accident: acidente
injury: feridos
death: mortes
insured: segurado
policy: apólice
claim: sinistro
premium: prêmio
coverage: cobertura
hazard risk: risco
probability: probabilidade
result outcome: resultado
step: passo
phase: fase
progress: progresso
completion: conclusão
effort: esforço
story: história
sprint: sprint
release: lançamento
launch: lançamento
balance_due: saldo devedor
borrower reader: leitor
deal: negócio
opportunity: oportunidade
probability chance: probabilidade
renewal: renovação
lang: idioma
pub publication: publicação
instructor trainer: instrutor
scholarship grant: bolsa
lesson: aula
fare: tarifa
visitor: visitantes
exhibition exhibit: exposição
museum: museu
show: espetáculo
subscriber: assinante
signup: inscrição
rainfall rain: chuva
station: estação
line: linha
zone: zona
shelter: abrigo
intake: entrada
adopter: adotante
yield: produtividade
hectare: hectares
seed: semente
soil: solo
recipe: receita
ingredient: ingrediente
calorie: calorias
crew: tripulação
charge: cobrança
weekday: dia da semana
subtotal: subtotal
medicine drug: medicamento
prescription: receita
lab: laboratório
surgery: cirurgia
neighbourhood: bairro
total: total
`);
