/** Keys and tokens with a vendor's prefix, which makes leaks detectable. */
const markedKey = new RegExp(
	`(?<![A-Za-z\\d])(?:${[
		'(?:AKIA|ASIA)[A-Z\\d]{16}', // AWS
		'gh[opsur]_[A-Za-z\\d]{20,}', // GitHub
		'github_pat_\\w{20,}',
		'gl[a-z]{2,5}-[\\w-]{16,}', // GitLab
		'[prs]k_(?:live|test)_[A-Za-z\\d]{8,}', // Stripe
		'whsec_[\\w+/=]{16,}',
		'xox[abeoprs]-[\\w-]{10,}', // Slack
		'AIza[\\w-]{20,}', // Google
		'ya29\\.[\\w-]{16,}',
		'sk-(?=[\\w-]{0,64}[A-Z])(?=[\\w-]{0,64}\\d)[\\w-]{20,}', // OpenAI, Anthropic; not a page in Slovak
		'npm_[A-Za-z\\d]{20,}',
		'pypi-[\\w-]{20,}',
		'hf_[A-Za-z\\d]{20,}', // Hugging Face
		'do[opr]_v1_[a-f\\d]{16,}', // DigitalOcean
		'dckr_pat_[\\w-]{20,}', // Docker
		'shp[a-z]{2}_[a-f\\d]{16,}', // Shopify
		'SG\\.[\\w-]{16,}\\.[\\w-]{16,}', // SendGrid
	].join('|')})`,
	'g',
);

/** JSON Web Tokens, and JSON objects and arrays in base64, under any name. They begin with these characters. */
const webToken = /(?<![A-Za-z\d])(?:eyJ|eyAi|W3si|WyJ|ewog|ewoJ)[\w+=-]{4,}(?:\.[\w-]*){0,4}/g;

/** The body of a private key in PEM, between its first and last line. */
const privateKey = /-----BEGIN[A-Z +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----([\w+/=\s\\:,.]+)/g;

/**
 * Session ids in paths of ASP.NET: https://learn.microsoft.com/dotnet/api/system.web.configuration.sessionstatesection.cookieless
 */
const pathSession = /\/\(((?:[AFSX]\([\w-]{1,256}\)){1,4})(?=\))/g;

/** Paths that are secret as a whole: webhooks of Slack, Discord and Teams, and bots of Telegram. */
const webhook =
	/\/(?:services\/T\w{1,32}\/B\w{1,32}|workflows\/T\w{1,32}\/A\w{1,32}(?:\/\d{1,32})?|api\/webhooks\/\d{1,32}|IncomingWebhook)\/([\w/-]+)|\/bot(\d{1,20}:[\w-]{20,})/g;

/** Card numbers as printed and typed: Visa, Mastercard, Discover, JCB; American Express. */
const cardNumber =
	/(?<![\d.-])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d|35\d\d)([ +-]?)\d{4}\1\d{4}\1\d{4}|3[47]\d\d([ +-]?)\d{6}\2\d{5})(?![\d.-])/g;

/** Path segments after a segment that suggests that they grant access: `/password/reset/8f3a…`. */
const behindTellingPart =
	/\/[\w-]{0,64}(?:tokens?|passw(?:or)?d|keys?(?![a-z])|share(?![a-z])|reset|invit|confirm|verif|activat|unsubscri|magic|recover|sessions?|secrets?|otp|hooks?|login|auth)[\w-]{0,32}((?:\/[\w.~=+%-]{1,512}){1,3})/gi;

/** A fast test for all of these: a string that doesn't match contains none of them. */
const mayHold =
	/ey[JA]|W3si|WyJ|ewo[gJ]|AKIA|ASIA|gh[opsur]_|_pat_|gl[a-z]{2,5}-|_(?:live|test)_|whsec_|xox[a-z]-|AIza|ya29|sk-|npm_|pypi-|hf_|_v1_|shp[a-z]{2}_|SG\.|PRIVATE|\/\(|\/(?:services|workflows|webhooks|IncomingWebhook)\/|\/bot\d|\d{4}[ +-]?\d{4}|\d{6}[ +-]?\d{5}|(?:token|passw|share|reset|invit|confirm|verif|activat|unsubscri|magic|recover|session|secret|key|otp|hook|login|auth)[\w-]{0,32}\//i;

/** True if a string may contain a secret that is recognised by its form. */
export function mayHoldShape(text: string): boolean {
	return mayHold.test(text);
}

/**
 * Checks the check digit of a card number: https://en.wikipedia.org/wiki/Luhn_algorithm. One in ten other numbers passes by
 * chance.
 */
function hasCheckDigit(number: string): boolean {
	let sum = 0;
	const digits = number.replaceAll(/\D/g, '');
	for (let at = 0; at < digits.length; at++) {
		const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
		sum += digit > 9 ? digit - 9 : digit;
	}
	return sum % 10 === 0;
}

/** Files of a website with a hash in their names. */
const file = /\.(?:css|js|mjs|map|json|html?|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf)$/i;

const change = /\d[A-Za-z]|[A-Za-z]\d/;

/**
 * True if a word looks random, like a token or a hash: letters and digits are adjacent in three places. `oauth2`, `step-2-of-3`
 * and `index2.html` don't.
 */
export function looksRandom(word: string): boolean {
	if (word.length < 8) {
		return false;
	}
	let changes = 0;
	for (let at = 1; at < word.length && changes < 3; at++) {
		changes += change.test(word.slice(at - 1, at + 1)) ? 1 : 0;
	}
	return changes === 3;
}

/** Finds keys and tokens in the name of a log field. Searches and columns have names in lower case. */
export function findInName(name: string, hide: (start: number, end: number) => void): void {
	for (const shape of [markedKey, webToken]) {
		for (const {index, 0: found} of name.matchAll(new RegExp(shape, 'gi'))) {
			hide(index, index + found.length);
		}
	}
}

/** Finds secrets by their form, under any name. */
export function findShapes(text: string, hide: (start: number, end: number) => void): void {
	if (!mayHold.test(text)) {
		return;
	}
	for (const shape of [markedKey, webToken, privateKey, pathSession, webhook]) {
		for (const found of text.matchAll(shape)) {
			const end = found.index + found[0].length;
			hide(end - (found[1] ?? found[2] ?? found[0]).length, end);
		}
	}
	for (const {index, 0: number} of text.matchAll(cardNumber)) {
		if (hasCheckDigit(number)) {
			hide(index, index + number.length);
		}
	}
	for (const {index, 0: found, 1: parts = ''} of text.matchAll(behindTellingPart)) {
		let start = index + found.length - parts.length;
		for (const part of parts.split('/').slice(1)) {
			start++;
			if (looksRandom(part) && !file.test(part)) {
				hide(start, start + part.length);
			}
			start += part.length;
		}
	}
}
