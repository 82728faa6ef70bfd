/** Words of people about where they live and how they feel, and those of documents for them. Own work. */
export const HOME_AND_HEALTH = `
apê, apto, ap, kitnet, quitinete > apartamento, unidade, unidade autônoma | prédio > edifício, condomínio, edificação | casa > residência, domicílio, imóvel, moradia
zelador, faxineiro, porteiro > funcionário, portaria, zeladoria | síndica, síndico > administração, síndico, administradora | vizinha, vizinho, o cara de cima > morador, condômino, unidade vizinha, confrontante
som alto, música alta, gritaria, zoada, bagunça, algazarra, barulheira > ruído, barulho, silêncio, perturbação, sossego | furar parede, furadeira, quebra-quebra, martelar > obra, reforma, ruído
reformar, trocar o piso, derrubar parede, quebrar parede > reforma, obra, intervenção, alteração | pedreiro, pintor, encanador, eletricista > prestador de serviço, profissional, obra
me mudar, mudar, mudança, caminhão de mudança, levar móveis > mudança, transporte de móveis, entrada e saída de móveis
festa, festinha, churrasco, aniversário > evento, confraternização, salão de festas, churrasqueira | reservar o salão, alugar o salão, pegar o salão > reserva, salão de festas, uso do salão
visita, convidado, amigo meu, amigos > visitante, convidado, terceiro | parente, primo, sobrinho, cunhado > parente, familiar, hóspede, visitante
infiltração, goteira, mancha no teto, pingando > infiltração, vazamento, umidade | entupir, entupiu, entupido > entupimento, obstrução, desobstrução
rachar a conta, rachar, vaquinha, dividir entre todos, dividir a conta > rateio, rateado, cota | devendo, dever, não paguei, não pagou, atrasei, estou atrasado > inadimplência, inadimplente, débito, atraso, em atraso
caixinha, dinheiro guardado, reserva > fundo de reserva, saldo | encomenda, pacote, sedex, correio > correspondência, encomenda, entrega | motoboy, iFood, entregador, delivery > entrega, entregador, prestador
interfone, campainha, portão > portaria, acesso, entrada | tag, controle do portão, chave > controle de acesso, credencial, chave | câmera, filmagem, gravação > imagens, monitoramento, CFTV
bike, bicicleta, patinete > bicicleta, bicicletário, veículo | vaga, garagem, estacionar > vaga de garagem, estacionamento, vaga | carro elétrico, carregar o carro > veículo elétrico, recarga
cachorro, cadela, cachorra, cachorrinho, dog, gato, gata, bicho, bichinho, pet > animal, animais, animal de estimação, animal doméstico, cão | coleira, focinheira > guia, animal | cocô, fezes, xixi > dejetos, fezes, sujeira
lixo, saco de lixo, jogar lixo > resíduo, coleta, lixeira, descarte | sofá velho, móvel velho, geladeira velha, cacareco, tralha > inservível, volumoso, bens inservíveis | recicla, reciclável, latinha, papelão > coleta seletiva, material reciclável
varanda, sacada > varanda, sacada, fachada | cortina, tela, rede de proteção > fachada, tela de proteção | ar-condicionado, ar condicionado > aparelho de ar-condicionado, climatização
dono, dona, proprietário > proprietário, titular, condômino | inquilino, quem aluga > locatário, inquilino, ocupante | airbnb, alugar por dia, alugar por temporada > locação por temporada, curta duração, hospedagem
quintal, jardim, planta, plantinha > jardim, vegetação, área verde | cortar árvore, derrubar árvore, arrancar árvore, cortei uma árvore, tirar a árvore > supressão, corte, remoção de árvore, poda
podar, galho, galhos > poda, galhos, arborização | folha na calha, calha, raiz na calçada, raiz > raízes, calha, danos, calçada | muda, mudinha, plantar árvore > plantio, muda, arborização
piscina, academia, quadra, parquinho > área comum, lazer, área de lazer | fumar, cigarro, narguilé > fumo, fumar, tabaco, cigarro | vaso quebrado, riscar a parede, pichar > dano, pichação
quebrar, quebrei, estragar, estraguei, danificar, arrebentar, arranhar, riscar, molhar, rasgar > dano, danos, avaria, danificar, estrago, reparação, ressarcir
tirar sangue, exame de sangue, colher sangue > coleta, exame laboratorial, sangue | sem comer, ficar sem comer, barriga vazia, em jejum > jejum | fazer xixi, xixi, urina > urina | cocô, fezes > fezes
resultado, sair o resultado, ficar pronto, fica pronto, buscar o exame, pegar o exame > resultado, laudo, entrega, prazo | marcar consulta, marcar exame, marcar, agendar > agendamento, marcação, agenda | desmarcar, remarcar, adiar a consulta > cancelamento, remarcação, reagendamento
doutor, doutora > médico, clínico | particular, pagar do bolso, sem convênio > particular, não coberto | carteirinha do plano, carteirinha > cartão do beneficiário, identificação
postinho, posto, posto de saúde > unidade básica de saúde, unidade de saúde, UBS | pronto-socorro, emergência, UPA > pronto atendimento, urgência, emergência | SAMU, ambulância > ambulância, remoção, transporte
operar, operação, operado, operada > cirurgia, cirúrgico, procedimento | internado, internada, internar > internação, hospital, hospitalar | ficar no hospital, ficar com ele, ficar com ela, dormir no hospital > acompanhante, internação
parto, dar à luz, ganhar bebê, ganhar neném > parto, obstetrícia, maternidade | cesárea, parto normal > parto | pré-natal, grávida, prenha, gestante > gestante, gravidez, gestação
neném, nenê, bebê, recém-nascido > lactente, recém-nascido, criança, pediátrico, meses | dar de mamar, amamentar, amamentando, peito > amamentação, lactação, aleitamento, leite materno
velhinho, vovô, vovó, idosa, idoso, velho > idoso, pessoa idosa, 60 anos, 65 anos | criança, menino, menina, garoto, garota, moleque > criança, menor, infantil, pediátrico | adolescente, jovem > adolescente, menor
cadeirante, cadeira de rodas, não anda, muleta, bengala > mobilidade reduzida, acessibilidade, pessoa com deficiência, deficiência física | não sai da cama, de cama, acamada, acamado > acamado, domiciliar
enjoo, enjoada, vontade de vomitar, vomitar, vomitando > náusea, enjoo, vômito | dor de barriga, piriri, intestino solto > diarreia, cólica, dor abdominal | tonto, tonta, tontura > tontura, vertigem
pressão alta, hipertenso, hipertensa, remédio de pressão > hipertensão, pressão arterial, anti-hipertensivo, pressão | açúcar alto, diabético, diabética > diabetes, glicemia, glicose, insulina
coração, infarto, cardíaco > cardíaco, cardiovascular, coração | rim, rins, pedra no rim > renal, rins | fígado > hepático, fígado | estômago, azia, gastrite > gástrico, estômago, úlcera, azia | asma, bronquite, falta de ar > respiratório, asma, asmático
coceira, mancha na pele, empolado, alergia > alergia, reação, coceira, hipersensibilidade | dormir, sono, sonolento > sonolência, sono | fraco, fraqueza, cansaço > fadiga, fraqueza
efeito colateral, faz mal, fazer mal, dá reação, passar mal, passou mal > reação adversa, efeito adverso, reações, males, mal-estar | junto com, misturar, tomar junto, pode tomar com > interação, combinação, concomitante, interações
tomar demais, tomei demais, tomou demais, dose a mais, muito remédio > superdosagem, quantidade maior, intoxicação, dose excessiva | esqueci de tomar, esquecer de tomar, esquecer uma dose, pular dose > esquecimento, dose esquecida, esquecer
vidro, vidrinho, potinho, caixinha > frasco, embalagem, caixa | ainda presta, vencido, venceu, estragado > validade, prazo de validade, vencimento | aberto, abri, depois de aberto > depois de aberto, abertura, aberto
cerveja, cervejinha, vinho, beber, bebida, cachaça, pinga, birita, tomar uma > álcool, bebida alcoólica, bebidas alcoólicas | dirigir, pegar o carro, guiar > direção de veículos, dirigir, conduzir, condução
gotinha, gotinhas, pingar > gotas, dose, posologia | comprimido, pílula, cápsula > comprimido, cápsula, dose | partir ao meio, cortar o comprimido, amassar > partido, mastigado, partir | injeção, vacinar, tomar vacina > vacina, imunização, dose, aplicação
receita, receita médica > prescrição, receita, receituário | genérico, remédio, remedinho > medicamento, medicação | farmácia popular, remédio de graça, pegar remédio > farmácia, dispensação, medicamento
dentista, dente, canal, aparelho no dente > odontologia, odontológico, ortodontia | psicólogo, psicóloga, terapia > psicologia, psicoterapia, saúde mental | nutricionista, dieta > nutrição, dieta | fisio, fisioterapia > fisioterapia, reabilitação
óculos, vista, enxergar, grau, miopia > oftalmologia, visão, oftalmológico | raio x, raio-x, ultrassom, ressonância, tomografia > exame de imagem, radiografia, ultrassonografia, imagem
plano, convênio > plano de saúde, operadora, cobertura | carência, esperar pra usar, tempo pra usar > carência | colocar no plano, incluir no plano, pôr no plano > inclusão, dependente, adesão | sair do plano, cancelar o plano > cancelamento, exclusão, rescisão
pai no plano, mãe no plano, marido, esposa, mulher, namorada, namorado > cônjuge, companheiro, dependente | filho, filha, filhos, enteado > filho, dependente, menor | sogra, sogro, avó, avô > ascendente, parentes, pais e sogros
fila, espera, esperando, na fila > fila, lista de espera, espera, demanda reprimida | prótese, dentadura > prótese | sarar, curar, melhorar > cura, curado, recuperação, tratamento
`;
