import {decoded} from './layers.js';

/**
 * Words that as a part of a name make its value a secret, or tell who somebody is. Two words that stand side by side
 * count as one, too. docs/guarantees.md has the same list.
 */
const secretWords: readonly string[] = `
	token tokens key keys apikey accesskey secret secrets signature sig hmac jwt bearer nonce ticket tickets tgt pgt pgtiou
	assertion crumb hdnea hdnts invite invitation salt seed mnemonic dsn connectionstring connstr
	password passwords passwd passwort passphrase passcode pass pwd psw pswd pw kennwort motdepasse mdp contrasena clave senha
	wachtwoord parola haslo heslo losenord adgangskode passord salasana jelszo sifre parol пароль 密码 パスワード 비밀번호
	session sessions sessionid sess sessid sid ssid phpsessid jsessionid aspsessionid cfid cftoken viewstate
	cookie cookies rememberme loggedin antiforgery csrf xsrf
	auth authorization authorisation authentication authenticity oauth oidc openid sso saml samlart samlrequest samlresponse
	relaystate wresult wctx code verifier credential credentials cred creds login logon signin magic
	otp totp hotp otc onetime tan mfa tfa twofa twofactor pin puk authcode smscode vcode securitycode accesscode activationcode
	verificationcode recoverycode backupcode invitecode securityanswer secretanswer
	card cards cardnumber cardno cardholder creditcard debitcard cc ccnum ccnumber ccn pan cvv cvc csc ccv expiry expdate expmonth expyear iban bic
	email emails mail user username userid usr uname uid account accounts ident identd logname
	phone tel mobile msisdn fax firstname lastname surname fullname birth birthday birthdate dob ssn taxid passport
`
	.trim()
	.split(/\s+/);

/** For the guarantees, and for tests. */
export const secretNames = secretWords;

const secrets: ReadonlySet<string> = new Set(secretWords);

/** The same where they stand at the end of a word, as in `accesstoken`, or at its beginning. */
const secretEnd =
	/(?:tokens?|apikey|key|passwords?|passwd|pwd|secrets?|session|sessionid|sessid|sid|auth|email|signature|cookie|jwt|otp|username|userid|credentials?|login|пароль|密码|パスワード|비밀번호)$/;
const secretBeginning =
	/^(?:token|passw|secret|s?sess|email|oauth|auth(?!or(?!i[sz]))|saml|csrf|xsrf|credential|jsession|phpsess|aspx?(?:session|auth)|cvv|cvc)/;

/** Names that hold such a word and are known to be nothing of the kind. */
const harmless =
	/user[-_ ]?agent(?:\.original)?$|status[-_]?code$|^(?:monkey|turkey|hockey|donkey|whiskey|jockey|keyword|hotkey|secretary)s?$/i;

/** No name of a parameter is longer; what is, may have anything in it. */
const longestName = 256;

const wordsOf = (name: string): readonly string[] =>
	name
		.replaceAll(/2fa/gi, ' twofa ')
		.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.normalize('NFC')
		.split(/[^\p{L}]+/u)
		.filter(word => word !== '');

/** What the user has added, each as its words with spaces around them, and in one. */
let own: readonly {readonly spaced: string; readonly joined: string}[] = [];

/** The answers for names that come again and again. */
const known = new Map<string, boolean>();
const mostKnown = 4096;
const longestKnown = 64;

/** Has names of the user's own count as secret beside those that do anyhow. */
export const setOwnSecretNames = (names: readonly string[]): void => {
	own = names.map(name => {
		const words = wordsOf(name);
		return {spaced: ` ${words.join(' ')} `, joined: words.join('')};
	});
	known.clear();
};

/**
 * Whether a parameter, a cookie or a field of that name is likely to hold a secret, or to tell who somebody is: by its
 * words, `apiKey`, `user[email]` and `X-Amz-Signature` alike. Rather once too often.
 */
export const isSecretName = (name: string): boolean => {
	if (name.length > longestName) {
		return true;
	}
	const before = known.get(name);
	if (before !== undefined) {
		return before;
	}
	const isSecret = looksSecret(decoded(name));
	if (name.length <= longestKnown) {
		if (known.size === mostKnown) {
			known.clear();
		}
		known.set(name, isSecret);
	}
	return isSecret;
};

const looksSecret = (name: string): boolean => {
	const words = wordsOf(name);
	const joined = words.join('');
	const spaced = ` ${words.join(' ')} `;
	if (own.some(one => one.joined !== '' && (one.joined === joined || spaced.includes(one.spaced)))) {
		return true;
	}
	if (harmless.test(name)) {
		return false;
	}
	const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
	return (
		[...words, joined].some(
			word =>
				secrets.has(word) || (!harmless.test(word) && (secretEnd.test(word) || secretBeginning.test(word))),
		) || pairs.some(pair => secrets.has(pair))
	);
};
