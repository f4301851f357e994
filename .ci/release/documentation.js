// Lets pages of DocC work from disk, too: browsers load scripts from there, but no other data. So all
// data are scripts that call `documentation`, and links name files. Loaded after `baseUrl` is set.
const root = new URL(baseUrl, location.href).href
const requests = {}
window.documentation = (path, data) => requests[path](new Response(JSON.stringify(data)))
window.fetch = address => new Promise((answered, failed) => {
  const path = String(address).replace(root, "").replace("/index.html.json", ".json")
  const script = document.createElement("script")
  requests[path] = answered
  script.onerror = () => failed(new TypeError(`${path} is missing`))
  script.src = root + path + ".js"
  document.head.append(script)
})
if (location.protocol === "file:") {
  addEventListener("click", event => {
    const link = event.target.closest?.("a[href]")
    if (!link?.href.startsWith(root) || link.getAttribute("href").startsWith("#")) return
    event.preventDefault()
    event.stopPropagation()
    location.assign(link.href.replace(/\/?(index\.html)?(#.*)?$/, "/index.html$2"))
  }, true)
} else if (location.pathname.endsWith("/index.html")) {
  history.replaceState(null, "", location.href.replace("/index.html", "/"))
}
