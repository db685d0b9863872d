// O que se diz aos operadores sobre eles mesmos e uns sobre os outros: convites, funções, aprovações. Em português do Brasil.
import type { enOperators } from "./en-operators.ts"

/** Recusas que só operadores recebem, por código. */
export const ptOperatorRefusals = {
  SIGN_IN_REFUSED: "Este e-mail, esta senha e este código não dão acesso.",
  REQUEST_FORGED: "O pedido não veio da própria página do painel. Carregue a página de novo.",
  ROLE_REQUIRED: "A sua função não permite isto.",
  OPERATOR_REQUIRED: "Isto é só para quem entrou com e-mail e senha: um token não tem senha nem sessões.",
  EMAIL_TAKEN: "Outro operador tem este endereço de e-mail.",
  LAST_OWNER: "É o único administrador ativo: torne outra pessoa administradora antes.",
  PERSON_NOT_ERASABLE: "Algo desta pessoa ainda está em aberto; nada foi eliminado.",
  SECOND_OPERATOR_REQUIRED: "Isto espera a aprovação de outra pessoa; nada foi feito ainda.",
  NOT_SECOND_OPERATOR: "Outra pessoa, que entrou como operador e não pediu isto, precisa aprovar."
}

/** O que os operadores fazem uns sobre os outros, pelos nomes da trilha de auditoria. */
export const ptOperatorActs = {
  "operator.invite": "Operador convidado",
  "operator.inviteAgain": "Operador convidado de novo",
  "operator.accept": "Convite aceito",
  "operator.signIn": "Entrada",
  "operator.changePassword": "Senha mudada",
  "operator.changeRole": "Função de operador mudada",
  "operator.disable": "Operador desativado",
  "serviceToken.create": "Token de serviço criado",
  "serviceToken.revoke": "Token de serviço revogado"
}

export const ptOperators: typeof enOperators = {
  roles: { support: "Suporte", operator: "Operador", owner: "Administrador" },
  invitation: {
    title: "Aceite o seu convite",
    lead: (name, role) => `${name}, você foi convidado com a função ${role}.`,
    factor: "Configure o segundo fator",
    factorLead: "Leia o código com um aplicativo autenticador, ou digite nele o segredo.",
    qr: "QR code para um aplicativo autenticador",
    secret: "Segredo",
    secretHint: "Baseado em tempo, seis dígitos. Não mostre a ninguém.",
    codeHint: "Os seis dígitos que o aplicativo mostra agora.",
    codeWrong: "Este não é o código de agora. Verifique se o celular está com a hora certa.",
    password: "Escolha uma senha",
    accept: "Aceitar",
    gone: "Este convite não é mais válido",
    goneHint: "Ele já foi usado, foi substituído ou expirou. Peça outro a um administrador.",
    toDoor: "Ir para a entrada",
    codes: "Seus códigos de recuperação",
    codesLead: "Cada um vale uma vez no lugar de um código, se você perder o celular. Eles não aparecem de novo.",
    kept: "Guardei os códigos",
    enter: "Ir para o painel"
  },
  own: {
    title: "Sua conta",
    changePassword: "Mudar a senha",
    password: "Senha atual",
    newPassword: "Nova senha",
    newPasswordHint: "De 12 a 128 caracteres. Evite palavras comuns e o seu próprio nome.",
    again: "Nova senha de novo",
    differ: "As duas senhas não são iguais",
    refused:
      "A senha atual ou o código está errado. Depois de muitas tentativas erradas nenhum código vale por algum tempo.",
    changed: "A sua senha foi mudada. Todas as outras sessões terminaram.",
    sessions: "Sessão",
    signOutEverywhere: "Sair de todos os lugares",
    everywhereBody: "Todas as suas sessões terminam, esta também."
  },
  operators: {
    title: "Operadores",
    lead: "As pessoas que cuidam deste ambiente.",
    role: "Função",
    roleHints: {
      support: "Consulta, e nunca vê um segredo.",
      operator: "Também age: devolve, libera, tenta de novo.",
      owner: "Também cuida de operadores, contas, chaves e segredos."
    },
    you: "(você)",
    lastSignIn: "Última entrada",
    until: "até",
    expired: "Convite expirado",
    empty: "Nenhum operador ainda",
    emptyHint:
      "Convide o primeiro administrador. Em produção o token do operador deixa de dar acesso assim que um administrador aceitar.",
    invite: "Convidar um operador",
    inviteNow: "Convidar",
    inviteAgain: "Convidar de novo",
    changeRole: "Mudar a função",
    roleChanged: "A função foi mudada",
    disable: "Desativar",
    disabled: "O operador foi desativado",
    link: "Link do convite",
    linkHint: "Envie de um modo que só a pessoa convidada possa ler. Vale uma vez e não aparece de novo.",
    closeAnyway: "O link não aparecerá de novo. Pressione Esc mais uma vez para fechar.",
    again: {
      title: (name) => `Convidar ${name} de novo?`,
      body: "O convite anterior deixa de valer.",
      bodyActive:
        "A senha, o segundo fator e os códigos de recuperação são apagados e todas as sessões terminam. É para quem perdeu o celular ou cuja senha ficou conhecida."
    },
    disableAsk: {
      title: (name) => `Desativar ${name}?`,
      body: "Todas as sessões e o convite terminam. O que foi feito mantém o nome. Não é possível desfazer."
    }
  },
  tokens: {
    title: "Tokens de serviço",
    lead: "Para automação, como token bearer. Ele nunca aprova o que espera por uma segunda pessoa.",
    create: "Criar um token",
    days: "Dias até expirar",
    expires: "Expira em",
    createdBy: "Criado por",
    empty: "Nenhum token de serviço ainda",
    newToken: "Seu novo token",
    once: "Copie agora: ele não aparece de novo.",
    closeAnyway: "O token não aparecerá de novo. Pressione Esc mais uma vez para fechar.",
    revokeTitle: (name) => `Revogar o token ${name}?`,
    revokeBody: "Ele deixa de dar acesso imediatamente. Não é possível desfazer.",
    revoked: "O token foi revogado"
  },
  approvals: {
    title: "Aprovações",
    lead: "Devoluções, liberações e decisões acima do valor deste ambiente esperam por uma segunda pessoa.",
    empty: "Nada espera por uma segunda pessoa",
    emptyHint: "O que esperar aparece aqui, e continua aqui depois de decidido.",
    askedBy: "Pedido por",
    decidedBy: "decidido por",
    approvedBy: "aprovado por",
    takeBack: "Retirar o pedido",
    waits: "Nada foi feito ainda: o pedido agora espera por uma segunda pessoa.",
    toApprovals: "Abrir as aprovações",
    actions: {
      refundPayout: "Devolver um saque PIX",
      refundInvoice: "Devolver uma fatura Lightning",
      deliverRest: "Entregar o resto de um depósito",
      returnRest: "Devolver o resto de um depósito",
      resolveMovement: "Declarar o resultado de um movimento",
      releaseMovement: "Liberar um movimento retido",
      retryMovement: "Tentar de novo um movimento recusado",
      sweepTreasury: "Retirar da tesouraria o que passa da marca"
    },
    approve: {
      label: "Aprovar",
      title: "Aprovar e executar?",
      body: "É executado imediatamente.",
      done: "Aprovado e executado"
    },
    decline: {
      label: "Recusar",
      title: "Recusar?",
      body: "Nada é executado. O pedido termina aqui.",
      done: "O pedido terminou"
    }
  }
}
