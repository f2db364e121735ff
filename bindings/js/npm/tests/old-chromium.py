"""Loads a page in the Chromium 102 of PySide6 6.4.3 and prints the result that it sets, `globalThis.result`.

    QT_QPA_PLATFORM=offscreen python old-chromium.py URL
"""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Chromium refuses its sandbox to root.
os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--no-sandbox --disable-gpu")

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWidgets import QApplication

application = QApplication(sys.argv)
page = QWebEnginePage()
page.javaScriptConsoleMessage = lambda level, text, line, source: print(text, file=sys.stderr)


def ask():
    page.runJavaScript("globalThis.result ?? ''", 0, answered)


def answered(result):
    if result:
        print(result)
        application.quit()


timer = QTimer()
timer.timeout.connect(ask)
timer.start(100)
QTimer.singleShot(60_000, lambda: application.exit(1))
page.load(QUrl(sys.argv[1]))
sys.exit(application.exec())
