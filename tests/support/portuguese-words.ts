/** Frequent Portuguese words, and those of our own screens, that are no English words. */
export const PORTUGUESE = new Set(
  `aberta abertas aberto abertos abrir acesso acessos acontecidos acrescentar adicionar adicione administrador
  administradores administração agente agentes agora ainda ajuda ajustar algum alguma alguns alterado alterar
  alterações aos apagada apagado apagar aparece apenas aplicar aprovar aprovação aqui arquivo arquivos assim
  assinar assinatura atenção ativa ativar ativas ativo ativos atual atualizar até avisar aviso avisos baixar
  banco bancos busca buscar cada cadastro caixa cancelar caracteres carregando carregar cartão celular chamada
  chamadas chave chaves clique coluna colunas com comece como compartilhar comprovante comprovantes conferir
  configurar configuração configurações confirmar conhecimento consulta conta contas conteúdo continuar
  conversa conversas copiado copiar corrigir criada criado criar custo código códigos da dado dados das datas
  de definida definir depois desativar descartar descrição desde desfazer desligar dia dias digite dispensadas
  dispensar documento documentos domínio domínios dos duas dura editar ela eles em embora encerrar encontrada
  encontrado entra entrada entrar enviada enviado enviar envio envios erro erros escolha escolher escreva
  escrever escrita espera essa esse esta estado este estes está estão excluir executar exemplo exemplos
  exportar falha falharam falta faltam fazer fechar ferramentas fica ficam filtrar filtro filtros fonte fontes
  foram forma gasto gerar grupo grupos guardar histórico hoje hora horas há idioma importar incluir informe
  inserir instalação instruções início isso isto junto já lendo letras liberar ligada ligar limite limites
  limpar linha linhas lista listas lê mais mapa marca marcar mensagem mensagens meses mesma mesmo meu meus
  mil milhão minuto minutos modelo modelos mostrar muda mudança mudanças mudar muitas muito máximo mês mínimo nada
  nas nenhum nenhuma nesta neste nome nomes nossa nosso nota notas nova novas novo novos numa nunca não número
  números onde ontem opção opções ou outra outras outro outros padrão para parte passo pasta pela pelas pelo
  pelos perfil pergunta perguntar perguntas permissão pesquisar pessoa pessoas pode podem ponto por porque
  prazo precisa preço preços primeira primeiro pronta pronto propor provedor provedores próxima próximo
  publicar publicação página páginas quais qual qualquer quando quanto que quem regra regras remover renomear
  responder resposta respostas restaurar resultado resultados resumo retirar revisar salvar segundo seja
  selecionar sem sempre senha senhas servidor seu seus sexta seção situação sobre sua suas são tabela tabelas
  tamanho também tela telas telefone tem tempo tentar teste teto texto textos tipo tipos toda todas todos
  trecho trechos trocar uma usada usados usar uso usuário usuários valor valores vazia vazio vence ver
  verificar verificação verificações versão versões vez vezes visão você voltar válido vários à às é último
  últimos`
    .split(/\s+/)
    .filter(Boolean),
);
