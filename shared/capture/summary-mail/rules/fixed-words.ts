/** The words of a summary mail that are not the summary's own. */
export interface FixedWords {
  /** BCP-47. */
  readonly language: string;
  readonly subject: (title: string) => string;
  /** The title of a meeting without one. */
  readonly untitled: string;
  readonly actionItems: string;
  readonly openMeeting: string;
  /** Follows a summary that is cut. */
  readonly shortened: string;
  /** Before the summary of a transcript whose outcome is `doubtful`. */
  readonly doubtful: string;
  readonly why: string;
  readonly unsubscribe: string;
}

const ENGLISH: FixedWords = {
  language: 'en',
  subject: (title) => `Summary: ${title}`,
  untitled: 'Meeting',
  actionItems: 'Action items',
  openMeeting: 'Open the meeting',
  shortened: 'The summary continues on the page of the meeting.',
  doubtful: 'The transcript may be incomplete: it does not fit the length of the call.',
  why: 'You get this email because you were invited to this meeting.',
  unsubscribe: 'Unsubscribe',
};

const TRANSLATED: readonly FixedWords[] = [
  ENGLISH,
  {
    language: 'de',
    subject: (title) => `Zusammenfassung: ${title}`,
    untitled: 'Besprechung',
    actionItems: 'Aufgaben',
    openMeeting: 'Besprechung öffnen',
    shortened: 'Die Zusammenfassung geht auf der Seite der Besprechung weiter.',
    doubtful: 'Das Transkript ist möglicherweise unvollständig: Es passt nicht zur Länge des Gesprächs.',
    why: 'Sie erhalten diese E-Mail, weil Sie zu dieser Besprechung eingeladen waren.',
    unsubscribe: 'Abmelden',
  },
  {
    language: 'fr',
    subject: (title) => `Résumé : ${title}`,
    untitled: 'Réunion',
    actionItems: 'Actions à mener',
    openMeeting: 'Ouvrir la réunion',
    shortened: 'La suite du résumé se trouve sur la page de la réunion.',
    doubtful: 'La transcription est peut-être incomplète : elle ne correspond pas à la durée de l’appel.',
    why: 'Vous recevez cet e-mail parce que vous avez été invité à cette réunion.',
    unsubscribe: 'Se désabonner',
  },
  {
    language: 'es',
    subject: (title) => `Resumen: ${title}`,
    untitled: 'Reunión',
    actionItems: 'Tareas pendientes',
    openMeeting: 'Abrir la reunión',
    shortened: 'El resumen continúa en la página de la reunión.',
    doubtful: 'Es posible que la transcripción esté incompleta: no se corresponde con la duración de la llamada.',
    why: 'Recibe este correo porque fue invitado a esta reunión.',
    unsubscribe: 'Darse de baja',
  },
  {
    language: 'it',
    subject: (title) => `Riepilogo: ${title}`,
    untitled: 'Riunione',
    actionItems: 'Attività',
    openMeeting: 'Apri la riunione',
    shortened: 'Il riepilogo continua nella pagina della riunione.',
    doubtful: 'La trascrizione potrebbe essere incompleta: non corrisponde alla durata della chiamata.',
    why: 'Ricevi questa e-mail perché sei stato invitato a questa riunione.',
    unsubscribe: 'Annulla iscrizione',
  },
  {
    language: 'pt',
    subject: (title) => `Resumo: ${title}`,
    untitled: 'Reunião',
    actionItems: 'Tarefas',
    openMeeting: 'Abrir a reunião',
    shortened: 'O resumo continua na página da reunião.',
    doubtful: 'A transcrição pode estar incompleta: não corresponde à duração da chamada.',
    why: 'Você recebe este e-mail porque foi convidado para esta reunião.',
    unsubscribe: 'Cancelar inscrição',
  },
  {
    language: 'nl',
    subject: (title) => `Samenvatting: ${title}`,
    untitled: 'Vergadering',
    actionItems: 'Actiepunten',
    openMeeting: 'Vergadering openen',
    shortened: 'De samenvatting gaat verder op de pagina van de vergadering.',
    doubtful: 'Het transcript is mogelijk onvolledig: het past niet bij de duur van het gesprek.',
    why: 'U ontvangt deze e-mail omdat u voor deze vergadering was uitgenodigd.',
    unsubscribe: 'Afmelden',
  },
  {
    language: 'pl',
    subject: (title) => `Podsumowanie: ${title}`,
    untitled: 'Spotkanie',
    actionItems: 'Zadania',
    openMeeting: 'Otwórz spotkanie',
    shortened: 'Dalszy ciąg podsumowania znajduje się na stronie spotkania.',
    doubtful: 'Transkrypcja może być niepełna: nie odpowiada długości rozmowy.',
    why: 'Otrzymujesz tę wiadomość, ponieważ zaproszono Cię na to spotkanie.',
    unsubscribe: 'Zrezygnuj z subskrypcji',
  },
  {
    language: 'ja',
    subject: (title) => `要約: ${title}`,
    untitled: '会議',
    actionItems: 'アクション項目',
    openMeeting: '会議を開く',
    shortened: '要約の続きは会議のページにあります。',
    doubtful: '文字起こしは不完全な可能性があります。通話の長さと一致していません。',
    why: 'この会議に招待されているため、このメールをお送りしています。',
    unsubscribe: '配信停止',
  },
  {
    language: 'zh',
    subject: (title) => `摘要：${title}`,
    untitled: '会议',
    actionItems: '待办事项',
    openMeeting: '打开会议',
    shortened: '摘要的其余内容请见会议页面。',
    doubtful: '转录文本可能不完整：与通话时长不符。',
    why: '您收到此邮件是因为您受邀参加了此会议。',
    unsubscribe: '退订',
  },
  {
    language: 'ar',
    subject: (title) => `ملخص: ${title}`,
    untitled: 'اجتماع',
    actionItems: 'المهام المطلوبة',
    openMeeting: 'فتح الاجتماع',
    shortened: 'يتبع الملخص في صفحة الاجتماع.',
    doubtful: 'قد يكون النص غير مكتمل: فهو لا يتناسب مع مدة المكالمة.',
    why: 'تصلك هذه الرسالة لأنك دُعيت إلى هذا الاجتماع.',
    unsubscribe: 'إلغاء الاشتراك',
  },
  {
    language: 'he',
    subject: (title) => `סיכום: ${title}`,
    untitled: 'פגישה',
    actionItems: 'משימות',
    openMeeting: 'פתיחת הפגישה',
    shortened: 'המשך הסיכום נמצא בדף הפגישה.',
    doubtful: 'ייתכן שהתמליל חלקי: הוא אינו תואם את אורך השיחה.',
    why: 'קיבלת הודעה זו כי הוזמנת לפגישה זו.',
    unsubscribe: 'הסרה מרשימת התפוצה',
  },
];

/** The words in the language of a summary; English where they are not translated, or the language is unknown. */
export const wordsFor = (language: string | null): FixedWords =>
  TRANSLATED.find((words) => words.language === language?.split('-')[0]?.toLowerCase()) ?? ENGLISH;

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand']);

/** The direction in which a language is written: by its script, which most languages have one of. */
export function directionOf(language: string | null): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language ?? 'en').maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    // A recorder may name a language by something else than a tag.
    return 'ltr';
  }
}
