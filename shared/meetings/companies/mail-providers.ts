import domains from 'email-providers/all.json' with { type: 'json' };
import type { MailProviders } from '#shared/accounts/mail/ports';

/**
 * Those that the list leaves out. A domain that is missing in both is taken for that of the workspace whose owner has an
 * address there, which may then mail everyone else at it.
 */
const FURTHER: readonly string[] = [
  ...'012.net.il 139.com 189.cn a1.net addy.io airmail.cc airtelmail.in aleeas.com anonaddy.com anonaddy.me'.split(' '),
  ...'aon.at atlas.cz atomicmail.io autistici.org azet.sk bbox.fr bezeqint.net biglobe.ne.jp bigmir.net'.split(' '),
  ...'broadpark.no bsnl.in burnermail.io cantv.net chello.at citromail.hu ciudad.com.ar clix.pt'.split(' '),
  ...'countermail.com criptext.com ctemplar.com danwin1210.de dir.bg dismail.de disroot.org duck.com e.email'.split(
    ' ',
  ),
  ...'eclipso.ch eclipso.de eclipso.eu elisanet.fi elude.in emailn.de erine.email etik.com ewe.net ewetel.net'.split(
    ' ',
  ),
  ...'fastmail.co.uk fastmail.com fastmail.de fastmail.fm fastmail.in fastmail.net fastmail.org fastmail.us'.split(' '),
  ...'fastwebnet.it firemail.de gmx.biz gmx.ch gmx.co.uk gmx.es gmx.info gmx.org gmx.us hinet.net hispeed.ch'.split(
    ' ',
  ),
  ...'hol.gr hushmail.me icloud.com.cn ik.me indamail.hu inet.hr internet.ru iol.ie kakao.com keemail.me'.split(' '),
  ...'kolabnow.ch kolabnow.com kolumbus.fi kpnplanet.nl lenta.ru mail.bg mail.de mail.dk mail.kz mail.ro'.split(' '),
  ...'mail.telepac.pt mail.tm mailfence.com mailo.com mailo.de meta.ua mozmail.com murena.io mweb.co.za'.split(' '),
  ...'mynet.com myyahoo.com narod.ru net.hr netcabo.pt netcologne.de nifty.com numericable.fr ocn.ne.jp one.lt'.split(
    ' ',
  ),
  ...'onionmail.com onionmail.org online.no onmail.com op.pl otenet.gr paranoid.email passfwd.com'.split(' '),
  ...'passinbox.com passmail.com passmail.net pchome.com.tw posteo.de posteo.eu posteo.net proton.ch'.split(' '),
  ...'proximus.be rediff.com riseup.net secmail.pro silomails.com simplelogin.co simplelogin.com'.split(' '),
  ...'simplelogin.fr siol.net slingshot.co.nz slmail.me slmails.com snopyta.org sohu.com spectrum.net'.split(' '),
  ...'startmail.com stofanet.dk sunrise.ch suomi24.fi swisscows.email systemli.org t-2.net teknik.io'.split(' '),
  ...'telefonica.net telia.com telkomsa.net tempmail.com tesco.net tim.it tiscali.cz tut.by tuta.com tuta.io'.split(
    ' ',
  ),
  ...'tutamail.com tutanota.com tutanota.de tutao.de une.net.co unitybox.de upcmail.nl versanet.de vipmail.hu'.split(
    ' ',
  ),
  ...'vivaldi.net vk.com vodafone.de volny.cz vp.pl vtr.net wo.cn xs4all.nl yandex.by yandex.kz yandex.ua'.split(' '),
  ...'ziggo.nl zoho.eu zohomail.cn zohomail.com zohomail.com.au zohomail.eu zohomail.in zoznam.sk'.split(' '),
];

/** The list of the package `email-providers`, about nine thousand domains. */
export const mailProviders: MailProviders = new Set([...domains, ...FURTHER]);
