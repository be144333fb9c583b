/** Links that open an app with the tip link and its title filled in. */
export function shareTargets({ url, title }: { url: string; title: string }) {
  const titleAndLink = encodeURIComponent(`${title} ${url}`)
  const [link, name] = [encodeURIComponent(url), encodeURIComponent(title)]
  return [
    { name: 'Messages', href: `sms:?&body=${titleAndLink}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${titleAndLink}` },
    { name: 'Email', href: `mailto:?subject=${name}&body=${link}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${name}&url=${link}` },
  ]
}
