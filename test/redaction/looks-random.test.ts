import {readFileSync} from 'node:fs';
import test from 'ava';
import {looksRandom} from '../../source/redaction/looks-random.js';
import {numbers} from '../helpers/planted-secrets.js';

const small = 'abcdefghijklmnopqrstuvwxyz';
const capitals = small.toUpperCase();
const digits = '0123456789';

const alphabets: Readonly<Record<string, string>> = {
	hex: `${digits}abcdef`,
	base32: `${capitals}234567`,
	base36: `${digits}${small}`,
	base58: `${digits}${capitals}${small}`.replaceAll(/[0OIl]/g, ''),
	base62: `${digits}${capitals}${small}`,
	base64url: `${capitals}${small}${digits}-_`,
	// nanoid has the same characters as base64url; its second alphabet has no characters that look similar.
	nanoid: '6789BCDFGHJKLMNPQRTWbcdfghjkmnpqrtwz',
};

const values = 10_000;

/** Returns the minimum share of random values that look random, in percent, as docs/guarantees.md states it. */
function leastShare(length: number, name: string): number {
	return {8: 97, 9: 98, 10: name === 'hex' ? 98.8 : 99}[length] ?? 99;
}

for (const [name, alphabet] of Object.entries(alphabets)) {
	test(`random values of 8 to 22 characters in ${name} look random`, t => {
		for (let length = 8; length <= 22; length++) {
			const pick = numbers(length);
			let found = 0;
			for (let n = 0; n < values; n++) {
				const value = Array.from({length}, () => alphabet[pick(alphabet.length)]).join('');
				found += looksRandom(value) ? 1 : 0;
			}
			const share = (100 * found) / values;
			t.true(share >= leastShare(length, name), `${length} characters: ${share} %`);
		}
	});
}

/** Ordinary parts of paths: words in several languages and styles, routes, dates, products, files. */
const ordinary = `
	my-holiday-photos password team facebook instagram linkedin pinterest confirmPassword forgotPassword resetPassword
	changePasswordForm UserProfileEdit userSettingsPage HelloWorld viaEmail emailLink magiclink callbackUrl well-known openid-connect
	oauth2callback google-oauth2 two-factor twoFactorAuth step-2-of-3 wellKnown apple-app-site-association phpMyAdmin getHTTPResponse
	XMLHttpRequest SHARE_ALBUM DOCUMENTS GUIDELINES foo_bar_baz jwks.json index2.html json2csv html5test sha256sum base64url
	2026-11-20 20261120 2026-11-20T10:00 10.04.2026 2026w47 Q4-2026 q4report2026 summer2026 xmas2026 newsletter-2026-11
	iPhone15Pro iPhone-15-Pro-Max MacBookPro16 macbook-pro-m3 PlayStation5 playstation-5-slim ps5-dualsense Xbox360 galaxy-s24-ultra
	rtx-4090 Nikon-D850 canon-eos-5d-mark-iv usb-c-hub mp3-player h264-1080p 1920x1080 T-Shirts XXL-hoodie a4paper windows11
	kubernetes-v1-31 k8s-cluster ubuntu2404 debian12 python3.12 es2022 x86_64 v2beta1 v1alpha1 eu-central-1 us-east-1a
	ISO27001 rfc3986 CVE-2024-12345 PROJ-12345 sku-12345 order-1234567 978-3-16-148410-0 DSC01234 IMG_20260101_123456 1234567890
	schritt-fuer-schritt strassenfest passwort-vergessen Datenschutzerklaerung mot-de-passe-oublie reinitialiser contrasena-olvidada
	wachtwoord-vergeten zapomnialem-hasla potwierdzenie glomt-losenord recuperar-senha caf%C3%A9-m%C3%BCnchen %E4%BD%A0%E5%A5%BD
	%25C3%25A9t%25C3%25A9-indien eBayKleinanzeigen YouTubeVideo s02e05 season-1-episode-2 area51-tickets covid-19-regeln
`
	.trim()
	.split(/\s+/);

test('a size within a random value does not hide that it is random', t => {
	t.true(looksRandom('zQ71x46K7z'));
});

for (const slug of ordinary) {
	test(`${slug} doesn't look random`, t => {
		t.false(looksRandom(slug));
	});
}

test('fewer than 1 % of slugs of the words in the documentation look random', t => {
	const texts = ['usage', 'search', 'architecture', 'performance'].map(name =>
		readFileSync(`docs/${name}.md`, 'utf8'),
	);
	const words = [...new Set(texts.join(' ').match(/(?<![\w.-])[A-Z]?[a-z]{2,}(?![\w.-])/g))];
	const pick = numbers(1);
	const word = (): string => words[pick(words.length)] ?? '';
	const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
	const styles: ReadonlyArray<() => string> = [
		() => `${word()}-${word()}-${word()}`,
		() => `${word()}_${word()}`,
		() => `${word()}${capital(word())}${capital(word())}`,
		() => `${capital(word())}-${capital(word())}`,
		() => `${word()}-${pick(10_000)}`,
		() => `${word()}${pick(100)}`,
		() => `${word()}-${2000 + pick(30)}-${word()}`,
		() => `${word()}${word()}`.toUpperCase(),
		() => word(),
	];
	const slugs = Array.from({length: values}, () => styles[pick(styles.length)]?.() ?? '').filter(
		slug => slug.length >= 8,
	);
	const wrong = slugs.filter(looksRandom);
	t.true(
		wrong.length < slugs.length / 100,
		`${wrong.length} of ${slugs.length}: ${wrong.slice(0, 50).join(' ')}`,
	);
});
