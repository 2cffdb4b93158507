import {decoded} from './layers.js';
import {remembering} from './remembering.js';

/**
 * Words in a name that show that its value is secret or identifies a person. Two adjacent words also count as one.
 * docs/guarantees.md has the same list.
 */
export const secretWords: readonly string[] = `
	token tokens key keys apikey accesskey secret secrets signature sig hmac jwt bearer nonce ticket tickets tgt pgt pgtiou
	assertion crumb hdnea hdnts invite invitation salt seed mnemonic dsn connectionstring connstr
	password passwords passwd passwort passphrase passcode pass pwd psw pswd pswrd pwrd passwrd pw contrasenya kennwort motdepasse mdp contrasena clave senha
	wachtwoord parola haslo heslo losenord adgangskode passord salasana jelszo sifre parol пароль 密码 パスワード 비밀번호
	session sessions sessionid sess sessid sid ssid phpsessid jsessionid aspsessionid cfid cftoken viewstate
	cookie cookies rememberme loggedin antiforgery csrf xsrf
	auth authorization authorisation authentication authenticity oauth oidc openid sso saml samlart samlrequest samlresponse
	relaystate wresult wctx code verifier credential credentials cred creds login logon signin magic
	otp totp hotp otc ott onetime tan mfa tfa twofa twofactor pin puk authcode smscode vcode securitycode accesscode activationcode
	verificationcode recoverycode backupcode invitecode securityanswer secretanswer
	card cards cardnumber cardno cardholder creditcard debitcard kreditkarte kartennummer cc ccnum ccnumber ccn pan cvv cvc csc ccv expiry expdate expmonth expyear iban bic
	email emails emailaddress mail user username userid usr uname uid account accounts accountnumber acct ident identd logname
	phone phonenumber telephone telefon tel mobile msisdn fax firstname lastname surname fullname birth birthday birthdate dateofbirth geburtsdatum vorname nachname dob ssn nationalid nino taxid passport
`
	.trim()
	.split(/\s+/);

const secrets: ReadonlySet<string> = new Set(secretWords);

/** Parts of words with the same meaning: anywhere in a word, as in `accesstokenvalue`, at its end, or at its start. */
const secretPart =
	/token|passw(?:or)?d|passwort|secret|apikey|session|sessid|signature|cookie|credential|пароль|密码|パスワード|비밀번호|(?:key|pass|pwd|sid|auth|email|jwt|otp|nonce|username|userid|login)$|^(?:passw|s?sess|email|oauth|auth(?!or(?!i[sz]))|saml|csrf|xsrf|phpsess|aspx?auth|cvv|cvc)/;

/** Harmless names that contain such a word. */
const harmless =
	/user[-_ ]?agent(?:\.original)?$|^sec-fetch-user$|^(?:monkey|turkey|hockey|donkey|whiskey|jockey|keyword|hotkey|secretary|bypass|compass|trespass|obsession)s?$/i;

/** The ends of harmless names: well-known codes, keys for sorting or storing, numbers of tokens, and what isn't a secret itself. */
const harmlessEnd =
	/(?:^|[^a-z])(?:(?:status|error|exit|response|result|reason|return|country|lang|language|currency|locale|region|area|zip|post|postal|color|colour|airport|product|promo|promotion|coupon|discount|colo)[-_ ]?codes?(?: details?)?|(?:sort|order|group|primary|foreign|partition|row|cache|i18n|translation)[-_ ]?key|(?:max|min|total|prompt|completion|input|output|used|remaining) tokens|counts?|types?|consent)$/i;

/** Names whose value is secret only if it looks random: `state=8f3a1b2c…`, not `state=closed`. */
const maybeSecret =
	/^(?:state|hash|md5|sha\d*|digest|checksum|policy|tok|st|reset|confirm|confirmation|verify|verification|activate|activation|unlock|recover|recovery|unsubscribe|share|join|claim|redeem|accept)$/i;

/** Maximum length of a parameter's name. A longer one may contain anything, so it counts as secret. */
const maxNameLength = 256;

function wordsOf(name: string): readonly string[] {
	return name
		.replaceAll(/2fa/gi, ' twofa ')
		.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.normalize('NFC')
		.split(/[^\p{L}]+/u)
		.filter(word => word !== '');
}

/** The words of a name, separated by spaces (also at both ends) and joined. */
type NameWords = {readonly spaced: string; readonly joined: string};

function nameWords(name: string): NameWords {
	const words = wordsOf(name);
	return {spaced: ` ${words.join(' ')} `, joined: words.join('')};
}

/** Names of parameters, cookies and fields whose value is probably secret or identifies a person. */
export class SecretNames {
	readonly #custom: readonly NameWords[];
	/** Cached, because names repeat in logs. */
	readonly #isKnown: (name: string) => boolean;

	/** @param custom - the user's names, in addition to the built-in ones */
	constructor(custom: readonly string[] = []) {
		this.#custom = custom.map(nameWords);
		this.#isKnown = remembering(name => this.#looksSecret(decoded(name)));
	}

	/**
	 * True if the words of a name show that its value is secret: `apiKey`, `user[email]`, `X-Amz-Signature`. Prefers false
	 * positives.
	 */
	has(name: string): boolean {
		return name.length > maxNameLength || this.#isKnown(name);
	}

	/** True if a word is on the list or is one of the user's names. */
	hasWord(word: string): boolean {
		const {joined} = nameWords(word);
		return secrets.has(joined) || this.#custom.some(one => one.joined === joined);
	}

	#looksSecret(name: string): boolean {
		const words = wordsOf(name);
		const {joined, spaced} = nameWords(name);
		if (
			this.#custom.some(one => one.joined !== '' && (one.joined === joined || spaced.includes(one.spaced)))
		) {
			return true;
		}
		if (harmless.test(name) || harmlessEnd.test(spaced.trim())) {
			return false;
		}
		const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
		return (
			[...words, joined].some(word => secrets.has(word) || (secretPart.test(word) && !harmless.test(word))) ||
			pairs.some(pair => secrets.has(pair))
		);
	}
}

/** True if a value with this name is probably secret when it looks random. */
export function mayBeSecretName(name: string): boolean {
	return maybeSecret.test(name);
}
