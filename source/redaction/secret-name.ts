import {decodeAscii} from './decode-ascii.js';

/** Words that as a part of a name make its value a secret, or tell who somebody is. */
const secretWords: ReadonlySet<string> = new Set(
	`token tokens key keys apikey accesskey password passwd passwort passphrase passcode pass pwd secret secrets session sessions
	sessionid sessid sess sid phpsessid jsessionid auth authorization authentication authenticity oauth code otp totp
	pin email emails mail user username userid login account jwt bearer credential credentials cred creds sig signature
	hmac csrf xsrf nonce ticket invite invitation otc mfa cookie cookies phone tel mobile iban ssn cvv cvc card`
		.trim()
		.split(/\s+/),
);

/** The same where they stand at the end of a word, as in `accesstoken`, or at its beginning. */
const secretEnd =
	/(?:token|apikey|key|password|passwd|secret|session|sessionid|sessid|auth|email|signature)$/;
const secretBeginning = /^(?:token|passw|secret|session|email|auth(?!or(?:s|name)?$))/;

/** Names that hold such a word and are known to be nothing of the kind. */
const harmless =
	/^(?:(?:http|x)[-_]?)*user[-_ ]?agent$|status[-_]?code$|^(?:monkey|turkey|hockey|keyword)s?$/i;

/** No name of a parameter is longer; what is, may have anything in it. */
const longestName = 256;

/**
 * Whether a parameter, a cookie or a field of that name is likely to hold a secret, or to tell who somebody is: by its
 * words, `apiKey`, `user[email]` and `X-Amz-Signature` alike. Rather once too often.
 */
export const isSecretName = (name: string): boolean => {
	if (name.length > longestName) {
		return true;
	}
	const plain = decodeAscii(name);
	if (harmless.test(plain)) {
		return false;
	}
	const words = plain
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);
	return [...words, words.join('')].some(
		word =>
			secretWords.has(word) || (!harmless.test(word) && (secretEnd.test(word) || secretBeginning.test(word))),
	);
};
